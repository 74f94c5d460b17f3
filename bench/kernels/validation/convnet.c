// A network of convolutions with bytes as weights
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int channels, height, width;
  int8_t *data;
} tensor;

typedef struct {
  int in, out, kernel, shift;
  int8_t *weights;
  int32_t *bias;
} convolution;

static uint32_t lfsr = 0xace1u;

static int8_t draw(void) {
  lfsr = lfsr >> 1 ^ (lfsr & 1 ? 0xd0000001u : 0);
  return (int8_t)((int)(lfsr % 31) - 15);
}

static tensor tensor_new(int channels, int height, int width) {
  tensor t = {channels, height, width, calloc(channels * height, width)};
  return t;
}

static convolution convolution_new(int in, int out, int kernel, int shift) {
  convolution c = {in,
                   out,
                   kernel,
                   shift,
                   malloc(in * out * kernel * kernel),
                   malloc(out * sizeof(int32_t))};
  for (int i = 0; i < in * out * kernel * kernel; i++)
    c.weights[i] = draw();
  for (int i = 0; i < out; i++)
    c.bias[i] = draw() * 8;
  return c;
}

static int8_t *cell(const tensor *t, int channel, int y, int x) {
  return t->data + (channel * t->height + y) * t->width + x;
}

static void convolve(const convolution *c, const tensor *in, tensor *out) {
  for (int o = 0; o < c->out; o++)
    for (int y = 0; y < out->height; y++)
      for (int x = 0; x < out->width; x++) {
        int32_t sum = c->bias[o];
        const int8_t *w = c->weights + o * c->in * c->kernel * c->kernel;
        for (int i = 0; i < c->in; i++)
          for (int ky = 0; ky < c->kernel; ky++)
            for (int kx = 0; kx < c->kernel; kx++)
              sum += *w++ * *cell(in, i, y + ky, x + kx);
        sum >>= c->shift;
        *cell(out, o, y, x) = (int8_t)(sum < 0 ? 0 : sum > 127 ? 127 : sum);
      }
}

static void pool(const tensor *in, tensor *out) {
  for (int c = 0; c < out->channels; c++)
    for (int y = 0; y < out->height; y++)
      for (int x = 0; x < out->width; x++) {
        int8_t most = -128;
        for (int k = 0; k < 4; k++) {
          int8_t one = *cell(in, c, 2 * y + k / 2, 2 * x + k % 2);
          most = one > most ? one : most;
        }
        *cell(out, c, y, x) = most;
      }
}

int main(void) {
  tensor in = tensor_new(1, 28, 28), a = tensor_new(6, 26, 26);
  tensor b = tensor_new(6, 13, 13), c = tensor_new(10, 11, 11);
  convolution first = convolution_new(1, 6, 3, 5);
  convolution second = convolution_new(6, 10, 3, 7);
  unsigned hash = 0;
  int votes[10] = {0};
  for (int image = 0; image < 6; image++) {
    for (int i = 0; i < 28 * 28; i++)
      in.data[i] = (int8_t)((i * (image + 3) ^ i / 28 * 11) % 100);
    convolve(&first, &in, &a);
    pool(&a, &b);
    convolve(&second, &b, &c);
    int best = 0;
    long sums[10] = {0};
    for (int i = 0; i < 10; i++) {
      for (int k = 0; k < 121; k++)
        sums[i] += c.data[i * 121 + k];
      best = sums[i] > sums[best] ? i : best;
      hash = hash * 31 + (unsigned)sums[i];
    }
    votes[best]++;
  }
  printf("convnet %d %d %u\n", votes[0], votes[5], hash);
  tensor *all[] = {&in, &a, &b, &c};
  for (int i = 0; i < 4; i++)
    free(all[i]->data);
  free(first.weights);
  free(first.bias);
  free(second.weights);
  free(second.bias);
  return 0;
}
