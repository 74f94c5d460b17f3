// Cosines of blocks of eight by eight, quantised, and wavelets
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 96, BLOCK = 8 };

static int32_t cosines[BLOCK][BLOCK];
static int16_t picture[SIZE][SIZE];

static void prepare(void) {
  for (int u = 0; u < BLOCK; u++)
    for (int x = 0; x < BLOCK; x++)
      cosines[u][x] = (int32_t)floor(
          (u ? 0.5 : 0.35355339) * cos((2 * x + 1) * u * 0.19634954) * 4096 +
          0.5);
}

// Rows first, then columns.
static void forward(const int16_t *in, int stride, int32_t *out) {
  int32_t rows[BLOCK][BLOCK];
  for (int y = 0; y < BLOCK; y++)
    for (int u = 0; u < BLOCK; u++) {
      int32_t sum = 0;
      for (int x = 0; x < BLOCK; x++)
        sum += in[y * stride + x] * cosines[u][x];
      rows[y][u] = (sum + 2048) >> 12;
    }
  for (int u = 0; u < BLOCK; u++)
    for (int v = 0; v < BLOCK; v++) {
      int32_t sum = 0;
      for (int y = 0; y < BLOCK; y++)
        sum += rows[y][u] * cosines[v][y];
      out[v * BLOCK + u] = (sum + 2048) >> 12;
    }
}

static int quantise(int32_t *block, int quality) {
  int kept = 0;
  for (int i = 0; i < BLOCK * BLOCK; i++) {
    int step = quality + (i / BLOCK + i % BLOCK) * 2;
    block[i] = (block[i] + (block[i] < 0 ? -step / 2 : step / 2)) / step;
    kept += block[i] != 0;
  }
  return kept;
}

static void lift(int16_t *line, int stride, int count) {
  static int16_t spare[SIZE];
  for (int i = 0; i < count / 2; i++) {
    int even = line[2 * i * stride], odd = line[(2 * i + 1) * stride];
    int after = i + 1 < count / 2 ? line[(2 * i + 2) * stride] : even;
    spare[count / 2 + i] = (int16_t)(odd - ((even + after) >> 1));
  }
  for (int i = 0; i < count / 2; i++) {
    int here = spare[count / 2 + i],
        before = i ? spare[count / 2 + i - 1] : here;
    spare[i] = (int16_t)(line[2 * i * stride] + ((here + before + 2) >> 2));
  }
  for (int i = 0; i < count; i++)
    line[i * stride] = spare[i];
}

int main(void) {
  int32_t block[BLOCK * BLOCK];
  unsigned hash = 0;
  int kept = 0;
  prepare();
  for (int frame = 0; frame < 3; frame++) {
    for (int y = 0; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++)
        picture[y][x] = (int16_t)((x * (y + frame * 9) / 11 ^ x) % 256 - 128);
    for (int y = 0; y < SIZE; y += BLOCK)
      for (int x = 0; x < SIZE; x += BLOCK) {
        forward(&picture[y][x], SIZE, block);
        kept += quantise(block, 6 + frame);
        for (int i = 0; i < BLOCK * BLOCK; i++)
          hash = hash * 31 + (unsigned)block[i];
      }
    for (int size = SIZE; size > 6; size /= 2) {
      for (int y = 0; y < size; y++)
        lift(picture[y], 1, size);
      for (int x = 0; x < size; x++)
        lift(&picture[0][x], SIZE, size);
    }
    for (int i = 0; i < SIZE * SIZE; i++)
      hash = hash * 33 + (unsigned)picture[i / SIZE][i % SIZE];
  }
  printf("dct %d %u\n", kept, hash);
  return 0;
}
