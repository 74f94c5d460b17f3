// Conjugate gradients on a sparse matrix in compressed rows
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct sparse {
  int size;
  int *begin;
  int *column;
  double *value;
};

static void add(struct sparse *m, int *used, int column, double value) {
  m->column[*used] = column;
  m->value[*used] = value;
  (*used)++;
}

// The Laplacian of a grid.
static struct sparse grid(int side) {
  struct sparse m;
  int used = 0;
  m.size = side * side;
  m.begin = malloc((m.size + 1) * sizeof(int));
  m.column = malloc(5 * m.size * sizeof(int));
  m.value = malloc(5 * m.size * sizeof(double));
  for (int i = 0; i < m.size; i++) {
    m.begin[i] = used;
    if (i >= side)
      add(&m, &used, i - side, -1);
    if (i % side)
      add(&m, &used, i - 1, -1);
    add(&m, &used, i, 4.02);
    if (i % side != side - 1)
      add(&m, &used, i + 1, -1);
    if (i < m.size - side)
      add(&m, &used, i + side, -1);
  }
  m.begin[m.size] = used;
  return m;
}

static void apply(const struct sparse *m, const double *x, double *y) {
  for (int i = 0; i < m->size; i++) {
    y[i] = 0;
    for (int k = m->begin[i]; k < m->begin[i + 1]; k++)
      y[i] += m->value[k] * x[m->column[k]];
  }
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  while (n-- > 0)
    sum += *a++ * *b++;
  return sum;
}

int main(void) {
  struct sparse m = grid(40);
  int n = m.size, steps = 0;
  double *space = calloc(4 * n, sizeof(double));
  double *x = space, *r = x + n, *p = r + n, *q = p + n;
  for (int i = 0; i < n; i++)
    p[i] = r[i] = (i * 37 % 101) / 101.0;
  double rest = dot(r, r, n);
  while (rest > 1e-12 && steps < 60) {
    apply(&m, p, q);
    double alpha = rest / dot(p, q, n);
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    double next = dot(r, r, n);
    for (int i = 0; i < n; i++)
      p[i] = r[i] + next / rest * p[i];
    rest = next;
    steps++;
  }
  printf("conjugate %d %.4f\n", steps, sqrt(dot(x, x, n)));
  free(space);
  free(m.begin);
  free(m.column);
  free(m.value);
  return 0;
}
