// A compressor that learns words of growing length
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODES = 4096, FIRST = 257, CLEAR = 256, SLOTS = 9001 };

typedef struct {
  uint8_t *data;
  size_t size, room;
  uint32_t bits;
  int have;
} stream;

static void put_byte(stream *s, uint8_t byte) {
  if (s->size == s->room) {
    s->room = s->room ? s->room * 2 : 256;
    s->data = realloc(s->data, s->room);
  }
  s->data[s->size++] = byte;
}

static void put_code(stream *s, unsigned code) {
  s->bits |= code << s->have;
  for (s->have += 12; s->have >= 8; s->have -= 8) {
    put_byte(s, (uint8_t)s->bits);
    s->bits >>= 8;
  }
}

struct table {
  int32_t key[SLOTS];
  uint16_t code[SLOTS];
  int next;
};

static void clear(struct table *t) {
  for (int i = 0; i < SLOTS; i++)
    t->key[i] = -1;
  t->next = FIRST;
}

static int slot(const struct table *t, int prefix, int byte) {
  int key = prefix << 8 | byte, at = (prefix * 31 + byte * 263) % SLOTS;
  while (t->key[at] >= 0 && t->key[at] != key)
    at = at ? at - 1 : SLOTS - 1;
  return at;
}

static void compress(const uint8_t *in, size_t size, stream *out) {
  static struct table t;
  int prefix = in[0];
  clear(&t);
  for (size_t i = 1; i < size; i++) {
    int at = slot(&t, prefix, in[i]);
    if (t.key[at] >= 0) {
      prefix = t.code[at];
      continue;
    }
    put_code(out, (unsigned)prefix);
    if (t.next < CODES) {
      t.key[at] = prefix << 8 | in[i];
      t.code[at] = (uint16_t)t.next++;
    } else {
      put_code(out, CLEAR);
      clear(&t);
    }
    prefix = in[i];
  }
  put_code(out, (unsigned)prefix);
  put_code(out, CLEAR);
}

static void expand(const stream *in, stream *out) {
  static uint16_t prefix[CODES];
  static uint8_t last[CODES], stack[CODES];
  int next = FIRST, old = -1, first = 0;
  for (size_t bit = 0; bit + 12 <= in->size * 8; bit += 12) {
    const uint8_t *p = in->data + bit / 8;
    int code = (p[0] | p[1] << 8) >> bit % 8 & 0xfff, depth = 0;
    if (code == CLEAR) {
      next = FIRST;
      old = -1;
      continue;
    }
    int at = code;
    if (code >= next) {
      stack[depth++] = (uint8_t)first;
      at = old;
    }
    for (; at >= FIRST; at = prefix[at])
      stack[depth++] = last[at];
    first = at;
    put_byte(out, (uint8_t)first);
    while (depth)
      put_byte(out, stack[--depth]);
    if (old >= 0 && next < CODES) {
      prefix[next] = (uint16_t)old;
      last[next++] = (uint8_t)first;
    }
    old = code;
  }
}

int main(void) {
  stream text = {0}, packed = {0}, back = {0};
  char line[64];
  unsigned hash = 0;
  for (int i = 0; i < 1800; i++) {
    int n = snprintf(line, sizeof line, "%c = call @f%d(i32 %%%d, ptr %%%x)\n",
                     'a' + i % 11, i % 31, i, i * 77 % 4093);
    for (int k = 0; k < n; k++)
      put_byte(&text, (uint8_t)line[k]);
  }
  compress(text.data, text.size, &packed);
  expand(&packed, &back);
  for (size_t i = 0; i < packed.size; i++)
    hash = hash * 31 + packed.data[i];
  printf("lzw %u %u %s %u\n", (unsigned)text.size, (unsigned)packed.size,
         back.size == text.size && !memcmp(text.data, back.data, text.size)
             ? "same"
             : "different",
         hash);
  free(text.data);
  free(packed.data);
  free(back.data);
  return 0;
}
