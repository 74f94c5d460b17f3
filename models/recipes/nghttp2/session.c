/* A client and a server in one process: requests, bodies, trailers, pushes,
   priorities, resets, settings; prints what each callback sees. Then headers,
   compressed and back. */

#include <nghttp2/nghttp2.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t sum = 14695981039346656037u;

static void add(const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; ++i)
    sum = (sum ^ bytes[i]) * 1099511628211u;
}

#define HEADER(name, value)                                                    \
  {                                                                            \
    (uint8_t *)name, (uint8_t *)value, sizeof(name) - 1, sizeof(value) - 1,    \
        NGHTTP2_NV_FLAG_NONE                                                   \
  }

static ssize_t body(nghttp2_session *session, int32_t id, uint8_t *to,
                    size_t length, uint32_t *flags, nghttp2_data_source *source,
                    void *data) {
  int *left = source->ptr;
  size_t now = length < (size_t)*left ? length : (size_t)*left;
  (void)session, (void)data;
  for (size_t i = 0; i < now; ++i)
    to[i] = (uint8_t)('a' + (i * 7 + (size_t)id) % 26);
  *left -= (int)now;
  if (*left == 0)
    *flags |= NGHTTP2_DATA_FLAG_EOF;
  return (ssize_t)now;
}

static int bodies[64];

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame,
                    void *data) {
  const char *who = data;
  const int32_t id = frame->hd.stream_id;
  printf("%s: frame %d of %d, %u bytes, flags %d\n", who, frame->hd.type,
         (int)id, (unsigned)frame->hd.length, frame->hd.flags);
  if (*who == 's' && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM)) {
    const nghttp2_nv headers[] = {HEADER(":status", "200"),
                                  HEADER("content-type", "text/plain"),
                                  HEADER("server", "recipe")};
    nghttp2_data_provider provider;
    bodies[id] = 5000 + 3000 * (int)id;
    provider.source.ptr = &bodies[id];
    provider.read_callback = body;
    nghttp2_submit_response(session, id, headers, 3, &provider);
  }
  return 0;
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame,
                     const uint8_t *name, size_t name_length,
                     const uint8_t *value, size_t value_length, uint8_t flags,
                     void *data) {
  (void)session, (void)flags;
  printf("%s: %d %.*s: %.*s\n", (const char *)data, (int)frame->hd.stream_id,
         (int)name_length, (const char *)name, (int)value_length,
         (const char *)value);
  return 0;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t id,
                   const uint8_t *bytes, size_t length, void *data) {
  (void)session, (void)flags, (void)id, (void)data;
  add(bytes, length);
  return 0;
}

static int on_close(nghttp2_session *session, int32_t id, uint32_t code,
                    void *data) {
  (void)session;
  printf("%s: %d closed, %s, %016llx\n", (const char *)data, (int)id,
         nghttp2_http2_strerror(code), (unsigned long long)sum);
  return 0;
}

/* Moves what one side wants to send to the other; 0 if that is nothing. */
static ssize_t move(nghttp2_session *from, nghttp2_session *to) {
  const uint8_t *bytes;
  ssize_t length = nghttp2_session_mem_send(from, &bytes);
  if (length <= 0)
    return 0;
  add(bytes, (size_t)length);
  if (nghttp2_session_mem_recv(to, bytes, (size_t)length) < 0)
    printf("not understood\n");
  return length;
}

static void talk(void) {
  nghttp2_session_callbacks *callbacks;
  nghttp2_session *client, *server;
  nghttp2_session_callbacks_new(&callbacks);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
  nghttp2_session_client_new(&client, callbacks, (void *)"client");
  nghttp2_session_server_new(&server, callbacks, (void *)"server");
  const nghttp2_settings_entry settings[] = {
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 50},
      {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 20000}};
  nghttp2_submit_settings(client, NGHTTP2_FLAG_NONE, settings, 2);
  nghttp2_submit_settings(server, NGHTTP2_FLAG_NONE, settings, 1);
  for (int i = 0; i < 12; ++i) {
    nghttp2_nv headers[] = {HEADER(":method", "GET"),
                            HEADER(":scheme", "https"),
                            HEADER(":authority", "example.org"),
                            HEADER(":path", "/page/0"),
                            HEADER("user-agent", "recipe/1.0"),
                            HEADER("cookie", "name=value")};
    char path[16];
    nghttp2_priority_spec priority;
    snprintf(path, sizeof(path), "/page/%d", i);
    headers[3].value = (uint8_t *)path;
    headers[3].valuelen = strlen(path);
    nghttp2_priority_spec_init(&priority, i > 2 ? 1 : 0, 16 + i, i == 7);
    nghttp2_submit_request(client, &priority, headers, 6, NULL, NULL);
  }
  for (int step = 0; move(client, server) + move(server, client); ++step)
    if (step == 20) {
      nghttp2_submit_ping(client, NGHTTP2_FLAG_NONE,
                          (const uint8_t *)"12345678");
      nghttp2_submit_rst_stream(client, NGHTTP2_FLAG_NONE, 9, NGHTTP2_CANCEL);
      nghttp2_submit_goaway(server, NGHTTP2_FLAG_NONE, 100, NGHTTP2_NO_ERROR,
                            (const uint8_t *)"bye", 3);
    }
  printf("window %d, wanted %d\n",
         (int)nghttp2_session_get_remote_window_size(server),
         nghttp2_session_want_write(server));
  static const uint8_t wrong[] = "\0\0\4\3\0\0\0\0\7abcd nonsense";
  printf("%d\n", (int)nghttp2_session_mem_recv(server, wrong, sizeof(wrong)));
  nghttp2_session_del(client);
  nghttp2_session_del(server);
  nghttp2_session_callbacks_del(callbacks);
}

static void compress(void) {
  nghttp2_hd_deflater *deflater;
  nghttp2_hd_inflater *inflater;
  size_t total = 0, seen = 0;
  nghttp2_hd_deflate_new(&deflater, 4096);
  nghttp2_hd_inflate_new(&inflater);
  for (int i = 0; i < 2000; ++i) {
    char name[32], value[64];
    uint8_t bytes[512];
    snprintf(name, sizeof(name), "x-header-%d", i % 37);
    snprintf(value, sizeof(value), "value %d of %d, again %d", i % 11, i,
             i * i);
    nghttp2_nv headers[] = {HEADER("accept", "*/*"), HEADER("", ""),
                            HEADER("cache-control", "no-cache")};
    headers[1].name = (uint8_t *)name, headers[1].namelen = strlen(name);
    headers[1].value = (uint8_t *)value, headers[1].valuelen = strlen(value);
    ssize_t length =
        nghttp2_hd_deflate_hd(deflater, bytes, sizeof(bytes), headers, 3);
    uint8_t *at = bytes;
    add(bytes, (size_t)length);
    total += (size_t)length;
    for (int flags = 0; !(flags & NGHTTP2_HD_INFLATE_FINAL);) {
      nghttp2_nv header;
      ssize_t used = nghttp2_hd_inflate_hd2(inflater, &header, &flags, at,
                                            (size_t)length, 1);
      if (used < 0)
        break;
      at += used, length -= used;
      if (flags & NGHTTP2_HD_INFLATE_EMIT)
        add(header.value, header.valuelen), ++seen;
    }
    nghttp2_hd_inflate_end_headers(inflater);
    if (i == 1000)
      nghttp2_hd_deflate_change_table_size(deflater, 256);
  }
  printf("%zu bytes, %zu headers, %016llx\n", total, seen,
         (unsigned long long)sum);
  nghttp2_hd_deflate_del(deflater);
  nghttp2_hd_inflate_del(inflater);
}

int main(void) {
  talk();
  compress();
  return 0;
}
