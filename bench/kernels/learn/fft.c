// A fast Fourier transform, there and back
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double re, im;
} complex_t;

static complex_t mul(complex_t a, complex_t b) {
  complex_t c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}

static void reorder(complex_t *x, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      complex_t t = x[i];
      x[i] = x[j];
      x[j] = t;
    }
  }
}

static void transform(complex_t *x, int n, int inverse) {
  reorder(x, n);
  for (int len = 2; len <= n; len *= 2) {
    double angle = 2 * 3.14159265358979 / len * (inverse ? -1 : 1);
    complex_t root = {cos(angle), sin(angle)};
    for (int i = 0; i < n; i += len) {
      complex_t w = {1, 0};
      for (int k = 0; k < len / 2; k++) {
        complex_t u = x[i + k], v = mul(x[i + k + len / 2], w);
        x[i + k].re = u.re + v.re;
        x[i + k].im = u.im + v.im;
        x[i + k + len / 2].re = u.re - v.re;
        x[i + k + len / 2].im = u.im - v.im;
        w = mul(w, root);
      }
    }
  }
  if (inverse)
    for (int i = 0; i < n; i++) {
      x[i].re /= n;
      x[i].im /= n;
    }
}

// Multiplies two polynomials of small integers.
int main(void) {
  enum { N = 2048 };
  complex_t *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  long long sum = 0;
  for (int round = 0; round < 6; round++) {
    for (int i = 0; i < N; i++) {
      a[i].re = i < N / 2 ? (i * 5 + round) % 10 : 0;
      b[i].re = i < N / 2 ? (i * 3 + 7 * round) % 10 : 0;
      a[i].im = b[i].im = 0;
    }
    transform(a, N, 0);
    transform(b, N, 0);
    for (int i = 0; i < N; i++)
      a[i] = mul(a[i], b[i]);
    transform(a, N, 1);
    for (int i = 0; i < N; i++)
      sum = (sum * 7 + (long long)floor(a[i].re + 0.5)) % 1000003;
  }
  printf("fft %d\n", (int)sum);
  free(a);
  free(b);
  return 0;
}
