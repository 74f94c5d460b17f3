// Smooth an image, find its edges, count what is dark
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct image {
  int w, h, stride;
  uint8_t *pixels;
} image;

static image *image_new(int w, int h) {
  image *im = malloc(sizeof(image));
  im->w = w;
  im->h = h;
  im->stride = (w + 15) / 16 * 16;
  im->pixels = calloc(im->stride, h);
  return im;
}

static int pixel(const image *im, int x, int y) {
  if (x < 0)
    x = 0;
  if (y < 0)
    y = 0;
  if (x >= im->w)
    x = im->w - 1;
  if (y >= im->h)
    y = im->h - 1;
  return im->pixels[y * im->stride + x];
}

static void convolve(const image *from, image *to, const int *kernel, int size,
                     int divisor, int bias) {
  for (int y = 0; y < from->h; y++)
    for (int x = 0; x < from->w; x++) {
      int sum = 0;
      for (int j = 0; j < size; j++)
        for (int i = 0; i < size; i++)
          sum += kernel[j * size + i] *
                 pixel(from, x + i - size / 2, y + j - size / 2);
      sum = sum / divisor + bias;
      to->pixels[y * to->stride + x] = (uint8_t)(sum < 0     ? 0
                                                 : sum > 255 ? 255
                                                             : sum);
    }
}

static void magnitude(const image *a, const image *b, image *to) {
  for (int y = 0; y < a->h; y++)
    for (int x = 0; x < a->w; x++) {
      int dx = a->pixels[y * a->stride + x] - 128;
      int dy = b->pixels[y * b->stride + x] - 128;
      int both = (int)sqrtf((float)(dx * dx + dy * dy));
      to->pixels[y * to->stride + x] = (uint8_t)(both > 255 ? 255 : both);
    }
}

static const int smooth[] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
static const int across[] = {-1, 0, 1, -2, 0, 2, -1, 0, 1};
static const int down[] = {-1, -2, -1, 0, 0, 0, 1, 2, 1};

int main(void) {
  image *in = image_new(150, 110), *soft = image_new(150, 110);
  image *dx = image_new(150, 110), *dy = image_new(150, 110);
  unsigned histogram[256] = {0}, hash = 0;
  for (int y = 0; y < in->h; y++)
    for (int x = 0; x < in->w; x++)
      in->pixels[y * in->stride + x] =
          (uint8_t)((x - 70) * (x - 70) + (y - 50) * (y - 50) < 1600
                        ? 200 - x
                        : x * y / 70 % 90);
  convolve(in, soft, smooth, 3, 16, 0);
  convolve(soft, dx, across, 3, 4, 128);
  convolve(soft, dy, down, 3, 4, 128);
  magnitude(dx, dy, soft);
  for (int y = 0; y < soft->h; y++)
    for (int x = 0; x < soft->w; x++)
      histogram[pixel(soft, x, y)]++;
  for (int i = 0; i < 256; i++)
    hash = hash * 31 + histogram[i];
  printf("sobel %u %u %u\n", histogram[0], histogram[20], hash);
  image *all[] = {in, soft, dx, dy};
  for (int i = 0; i < 4; i++) {
    free(all[i]->pixels);
    free(all[i]);
  }
  return 0;
}
