// A network of two layers learns whether numbers have two bits
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct layer {
  int inputs, outputs;
  float **weights; // A row for each output; the last is the bias.
  float *values, *errors;
};

static unsigned seed = 2024;

static float noise(void) {
  seed = seed * 1664525u + 1013904223u;
  return (float)(int)(seed >> 16) / 65536 - 0.5f;
}

static struct layer *layer_new(int inputs, int outputs) {
  struct layer *l = malloc(sizeof *l);
  l->inputs = inputs;
  l->outputs = outputs;
  l->weights = malloc(outputs * sizeof *l->weights);
  l->values = calloc(outputs, sizeof(float));
  l->errors = calloc(outputs, sizeof(float));
  for (int i = 0; i < outputs; i++) {
    l->weights[i] = malloc((inputs + 1) * sizeof(float));
    for (int j = 0; j <= inputs; j++)
      l->weights[i][j] = noise();
  }
  return l;
}

static void forward(struct layer *l, const float *in) {
  for (int i = 0; i < l->outputs; i++) {
    float sum = l->weights[i][l->inputs];
    for (int j = 0; j < l->inputs; j++)
      sum += l->weights[i][j] * in[j];
    l->values[i] = sum / (1 + fabsf(sum));
  }
}

static void backward(struct layer *l, const float *in, float *errors_in,
                     float rate) {
  for (int j = 0; errors_in && j < l->inputs; j++)
    errors_in[j] = 0;
  for (int i = 0; i < l->outputs; i++) {
    float slope = 1 - fabsf(l->values[i]);
    float delta = l->errors[i] * slope * slope;
    for (int j = 0; j < l->inputs; j++) {
      if (errors_in)
        errors_in[j] += delta * l->weights[i][j];
      l->weights[i][j] += rate * delta * in[j];
    }
    l->weights[i][l->inputs] += rate * delta;
  }
}

static void layer_free(struct layer *l) {
  for (int i = 0; i < l->outputs; i++)
    free(l->weights[i]);
  free(l->weights);
  free(l->values);
  free(l->errors);
  free(l);
}

int main(void) {
  enum { BITS = 6, HIDDEN = 14 };
  struct layer *first = layer_new(BITS, HIDDEN), *last = layer_new(HIDDEN, 1);
  float in[BITS];
  int right = 0;
  for (int epoch = 0; epoch < 100; epoch++) {
    right = 0;
    for (int n = 0; n < 1 << BITS; n++) {
      int ones = 0;
      for (int b = 0; b < BITS; b++) {
        ones += n >> b & 1;
        in[b] = n >> b & 1 ? 1.0f : -1.0f;
      }
      float want = ones == 2 ? 0.8f : -0.8f;
      forward(first, in);
      forward(last, first->values);
      right += (last->values[0] > 0) == (want > 0);
      last->errors[0] = want - last->values[0];
      backward(last, first->values, first->errors, 0.15f);
      backward(first, in, NULL, 0.15f);
    }
  }
  printf("perceptron %d of %d\n", right, 1 << BITS);
  layer_free(first);
  layer_free(last);
  return 0;
}
