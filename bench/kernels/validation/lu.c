// Factors of a matrix, its determinant and its inverse
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **alloc2d(int n) {
  double **m = malloc(n * sizeof(double *));
  m[0] = malloc((size_t)n * n * sizeof(double));
  for (int i = 1; i < n; i++)
    m[i] = m[0] + i * n;
  return m;
}

static void free2d(double **m) {
  free(m[0]);
  free(m);
}

static int decompose(double **a, int n, int *order, double *sign) {
  *sign = 1;
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k]))
        pivot = i;
    if (fabs(a[pivot][k]) < 1e-12)
      return -1;
    if (pivot != k) {
      double *row = a[k];
      a[k] = a[pivot];
      a[pivot] = row;
      int t = order[k];
      order[k] = order[pivot];
      order[pivot] = t;
      *sign = -*sign;
    }
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
  return 0;
}

static void solve(double **lu, int n, const int *order, const double *b,
                  double *x) {
  for (int i = 0; i < n; i++) {
    x[i] = b[order[i]];
    for (int j = 0; j < i; j++)
      x[i] -= lu[i][j] * x[j];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= lu[i][j] * x[j];
    x[i] /= lu[i][i];
  }
}

int main(void) {
  const int n = 80;
  double **a = alloc2d(n), **copy = alloc2d(n), *first = a[0];
  double *unit = calloc(n, sizeof(double)), *x = malloc(n * sizeof(double));
  int *order = malloc(n * sizeof(int));
  double sign, logarithm = 0, trace = 0, fault = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      copy[i][j] = a[i][j] = (i * 31 + j * 17) % 23 / 5.0 + (i == j ? 3 : 0);
  if (decompose(a, n, order, &sign) == 0)
    for (int c = 0; c < n; c++) {
      unit[c] = 1;
      solve(a, n, order, unit, x);
      unit[c] = 0;
      trace += x[c];
      logarithm += log(fabs(a[c][c]));
      for (int i = 0; i < n; i++) {
        double sum = i == c ? -1 : 0;
        for (int j = 0; j < n; j++)
          sum += copy[i][j] * x[j];
        fault += fabs(sum);
      }
    }
  printf("lu %.0f %.3f %.3f %s\n", sign, logarithm, trace,
         fault < 1e-6 ? "exact" : "wrong");
  // Rows have changed places, the block has not.
  free(first);
  free(a);
  free2d(copy);
  free(unit);
  free(x);
  free(order);
  return 0;
}
