// Medians of neighbours, a blur in boxes, and equal tones
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 120
#define H 80

static unsigned char image[H][W], other[H][W];

static void sort9(unsigned char *v, int n) {
  for (int i = 1; i < n; i++) {
    unsigned char x = v[i];
    int j = i - 1;
    while (j >= 0 && v[j] > x) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = x;
  }
}

static void median(unsigned char from[H][W], unsigned char to[H][W]) {
  unsigned char window[9];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (y + dy >= 0 && y + dy < H && x + dx >= 0 && x + dx < W)
            window[n++] = from[y + dy][x + dx];
      sort9(window, n);
      to[y][x] = window[n / 2];
    }
}

// Sums that slide, once along rows and once along columns.
static void box_blur(unsigned char *pixels, int count, int stride, int radius) {
  unsigned char line[W > H ? W : H];
  int sum = pixels[0] * (radius + 1);
  for (int i = 0; i < count; i++)
    line[i] = pixels[i * stride];
  for (int i = 0; i < radius; i++)
    sum += line[i < count ? i : count - 1];
  for (int i = 0; i < count; i++) {
    int add = i + radius < count ? i + radius : count - 1;
    int drop = i - radius - 1 > 0 ? i - radius - 1 : 0;
    sum += line[add] - line[drop];
    pixels[i * stride] = (unsigned char)(sum / (2 * radius + 1));
  }
}

static void equalise(unsigned char *pixels, int count) {
  int histogram[256] = {0}, below = 0;
  unsigned char map[256];
  for (int i = 0; i < count; i++)
    histogram[pixels[i]]++;
  for (int i = 0; i < 256; i++) {
    below += histogram[i];
    map[i] = (unsigned char)(below * 255 / count);
  }
  for (int i = 0; i < count; i++)
    pixels[i] = map[pixels[i]];
}

int main(void) {
  unsigned noise = 5, hash = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      noise = noise * 1664525u + 1013904223u;
      image[y][x] = (unsigned char)(noise >> 29 ? x + y : noise >> 16);
    }
  for (int round = 0; round < 3; round++) {
    median(image, other);
    for (int y = 0; y < H; y++)
      box_blur(other[y], W, 1, 2 + round);
    for (int x = 0; x < W; x++)
      box_blur(&other[0][x], H, W, 2 + round);
    equalise(&other[0][0], W * H);
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        image[y][x] = (unsigned char)((image[y][x] + 3 * other[y][x]) / 4);
  }
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      hash = hash * 31 + image[y][x];
  printf("median %d %u\n", image[H / 2][W / 2], hash);
  return 0;
}
