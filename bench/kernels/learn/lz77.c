// A compressor that finds what came before, and its reverse
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 4096
#define MINIMUM 3
#define MAXIMUM 66

typedef unsigned char byte;

struct packer {
  const byte *in;
  int size;
  int head[1024];
  int previous[WINDOW];
  byte *out;
  int used;
};

static unsigned hash3(const byte *p) {
  return (p[0] * 7u ^ p[1] * 131u ^ p[2] * 1031u) & 1023;
}

static int longest(const struct packer *p, int at, int *from) {
  int best = 0, chain = 24;
  int limit = p->size - at < MAXIMUM ? p->size - at : MAXIMUM;
  for (int old = p->head[hash3(p->in + at)];
       old >= 0 && at - old < WINDOW && chain--;
       old = p->previous[old % WINDOW]) {
    int length = 0;
    while (length < limit && p->in[old + length] == p->in[at + length])
      length++;
    if (length > best) {
      best = length;
      *from = old;
    }
  }
  return best;
}

static void remember(struct packer *p, int at) {
  if (at + MINIMUM > p->size)
    return;
  unsigned h = hash3(p->in + at);
  p->previous[at % WINDOW] = p->head[h];
  p->head[h] = at;
}

static int pack(struct packer *p) {
  memset(p->head, -1, sizeof p->head);
  p->used = 0;
  for (int at = 0; at < p->size;) {
    int from = 0;
    int length = at + MINIMUM <= p->size ? longest(p, at, &from) : 0;
    if (length >= MINIMUM) {
      int distance = at - from;
      p->out[p->used++] = (byte)(0x80 | (length - MINIMUM));
      p->out[p->used++] = (byte)(distance >> 8);
      p->out[p->used++] = (byte)distance;
    } else {
      p->out[p->used++] = p->in[at] & 0x7f;
      length = 1;
    }
    while (length--)
      remember(p, at++);
  }
  return p->used;
}

static int unpack(const byte *in, int size, byte *out) {
  int used = 0;
  for (int i = 0; i < size;) {
    int code = in[i++];
    if (code < 0x80) {
      out[used++] = (byte)code;
      continue;
    }
    int distance = in[i] << 8 | in[i + 1];
    i += 2;
    for (int k = code - 0x80 + MINIMUM; k > 0; k--, used++)
      out[used] = out[used - distance];
  }
  return used;
}

int main(void) {
  enum { SIZE = 40000 };
  static struct packer p;
  byte *text = malloc(SIZE + 64), *back = malloc(SIZE + 64);
  int size = 0;
  for (int i = 0; size < SIZE; i++)
    size += sprintf((char *)text + size, "%d bottles %s the wall %x,\n", i % 50,
                    i % 7 ? "on" : "behind", i * i % 1009);
  p.in = text;
  p.size = size;
  p.out = malloc(2 * SIZE + 64);
  int packed = pack(&p);
  int same = unpack(p.out, packed, back) == size && !memcmp(text, back, size);
  unsigned sum = 0;
  for (int i = 0; i < packed; i++)
    sum = sum * 257 + p.out[i];
  printf("lz77 %d %d %s %u\n", size, packed, same ? "same" : "different", sum);
  free(text);
  free(back);
  free(p.out);
  return 0;
}
