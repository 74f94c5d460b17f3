// Sound in four bits a sample, packed by a code of unary runs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int16_t steps[89];
static const int8_t moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

typedef struct {
  int predicted, index;
} coder;

static int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

static void follow(coder *c, int code) {
  int step = steps[c->index], change = step >> 3;
  if (code & 4)
    change += step;
  if (code & 2)
    change += step >> 1;
  if (code & 1)
    change += step >> 2;
  c->predicted =
      clamp(c->predicted + (code & 8 ? -change : change), -32768, 32767);
  c->index = clamp(c->index + moves[code & 7], 0, 88);
}

static int encode(coder *c, int sample) {
  int difference = sample - c->predicted, code = 0;
  if (difference < 0) {
    code = 8;
    difference = -difference;
  }
  for (int bit = 4, step = steps[c->index]; bit; bit >>= 1, step >>= 1)
    if (difference >= step) {
      code |= bit;
      difference -= step;
    }
  follow(c, code);
  return code;
}

struct bits {
  uint8_t *bytes;
  unsigned at;
};

static void put(struct bits *b, int bit) {
  if (bit)
    b->bytes[b->at / 8] |= (uint8_t)(1 << b->at % 8);
  b->at++;
}

static int get(struct bits *b) {
  int bit = b->bytes[b->at / 8] >> b->at % 8 & 1;
  b->at++;
  return bit;
}

// Small magnitudes take few bits, the sign comes last.
static void put_code(struct bits *b, int code) {
  for (int i = 0; i < (code & 7); i++)
    put(b, 1);
  put(b, 0);
  put(b, code >> 3);
}

static int get_code(struct bits *b) {
  int code = 0;
  while (get(b))
    code++;
  return code | get(b) << 3;
}

int main(void) {
  enum { SAMPLES = 40000 };
  struct bits b = {calloc(SAMPLES * 2, 1), 0};
  coder c = {0, 0};
  int32_t a = 0, v = 9000, worst = 0;
  long long noise = 0;
  for (int i = 0, step = 7 * 16; i < 89; i++, step += step / 10)
    steps[i] = (int16_t)(step / 16);
  for (int i = 0; i < SAMPLES; i++) {
    v -= a / 150;
    a += v / 100 + (i * 7919 % 61 - 30);
    put_code(&b, encode(&c, a));
  }
  unsigned used = b.at;
  b.at = 0;
  c.predicted = c.index = a = 0;
  v = 9000;
  for (int i = 0; i < SAMPLES; i++) {
    v -= a / 150;
    a += v / 100 + (i * 7919 % 61 - 30);
    follow(&c, get_code(&b));
    int difference = abs(a - c.predicted);
    noise += difference;
    if (difference > worst)
      worst = difference;
  }
  printf("adpcm %u %d %lld\n", used, (int)worst, noise);
  free(b.bytes);
  return 0;
}
