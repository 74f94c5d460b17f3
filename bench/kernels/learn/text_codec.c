// Run lengths, and bytes as letters and back
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode_runs(const unsigned char *in, size_t size,
                          unsigned char *out) {
  size_t used = 0, i = 0;
  while (i < size) {
    size_t run = 1;
    while (i + run < size && run < 130 && in[i + run] == in[i])
      run++;
    if (run >= 3) {
      out[used++] = (unsigned char)(run + 125);
      out[used++] = in[i];
      i += run;
      continue;
    }
    size_t begin = i, count = 0;
    while (i < size && count < 128) {
      if (i + 2 < size && in[i] == in[i + 1] && in[i] == in[i + 2])
        break;
      i++;
      count++;
    }
    out[used++] = (unsigned char)(count - 1);
    memcpy(out + used, in + begin, count);
    used += count;
  }
  return used;
}

static size_t decode_runs(const unsigned char *in, size_t size,
                          unsigned char *out) {
  size_t used = 0;
  for (size_t i = 0; i < size;) {
    int code = in[i++];
    if (code >= 128) {
      for (int k = 0; k < code - 125; k++)
        out[used++] = in[i];
      i++;
    } else
      for (int k = 0; k <= code; k++)
        out[used++] = in[i++];
  }
  return used;
}

static size_t to_text(const unsigned char *in, size_t size, char *out) {
  size_t used = 0;
  for (size_t i = 0; i < size; i += 3) {
    unsigned group = in[i] << 16;
    if (i + 1 < size)
      group |= in[i + 1] << 8;
    if (i + 2 < size)
      group |= in[i + 2];
    out[used++] = letters[group >> 18];
    out[used++] = letters[group >> 12 & 63];
    out[used++] = i + 1 < size ? letters[group >> 6 & 63] : '=';
    out[used++] = i + 2 < size ? letters[group & 63] : '=';
  }
  out[used] = 0;
  return used;
}

static int value_of(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static size_t from_text(const char *text, unsigned char *out) {
  size_t used = 0;
  unsigned bits = 0, have = 0;
  for (; *text && *text != '='; text++) {
    int value = value_of(*text);
    if (value < 0)
      continue;
    bits = (bits << 6 | value) & 0xffff;
    have += 6;
    if (have >= 8) {
      have -= 8;
      out[used++] = bits >> have & 255;
    }
  }
  return used;
}

int main(void) {
  enum { SIZE = 20000 };
  unsigned char *plain = malloc(SIZE), *runs = malloc(2 * SIZE);
  unsigned char *back = malloc(2 * SIZE), *again = malloc(2 * SIZE);
  char *text = malloc(4 * SIZE);
  unsigned sum = 0, bad = 0, length = 0;
  for (int round = 1; round <= 8; round++) {
    for (int i = 0; i < SIZE; i++)
      plain[i] = (unsigned char)(i * i % 97 < 20 * round % 97 ? 7 : i * round);
    size_t size = encode_runs(plain, SIZE, runs);
    length += to_text(runs, size, text);
    if (from_text(text, back) != size || memcmp(back, runs, size))
      bad++;
    if (decode_runs(back, size, again) != SIZE || memcmp(again, plain, SIZE))
      bad++;
    for (const char *p = text; *p; p++)
      sum = sum * 31 + *p;
  }
  printf("text_codec %u %u %u\n", length, bad, sum);
  free(plain);
  free(runs);
  free(back);
  free(again);
  free(text);
  return 0;
}
