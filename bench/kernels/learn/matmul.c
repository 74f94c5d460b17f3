// Products and powers of dense matrices in one dimension
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(m, row, column) ((m)->data[(row) * (m)->columns + (column)])

struct matrix {
  int rows, columns;
  float *data;
};

static struct matrix make(int rows, int columns) {
  struct matrix m = {rows, columns, malloc(rows * columns * sizeof(float))};
  memset(m.data, 0, rows * columns * sizeof(float));
  return m;
}

static void multiply(const struct matrix *a, const struct matrix *b,
                     struct matrix *to) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++) {
      float sum = 0;
      for (int k = 0; k < a->columns; k++)
        sum += AT(a, i, k) * AT(b, k, j);
      AT(to, i, j) = sum;
    }
}

static void transpose(const struct matrix *m, struct matrix *to) {
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->columns; j++)
      AT(to, j, i) = AT(m, i, j);
}

static void scale(struct matrix *m) {
  float largest = 0;
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < m->columns; j++) {
      float value = AT(m, i, j) < 0 ? -AT(m, i, j) : AT(m, i, j);
      if (value > largest)
        largest = value;
    }
  for (int i = 0; i < m->rows * m->columns; i++)
    m->data[i] /= largest;
}

int main(void) {
  const int n = 48;
  struct matrix a = make(n, n), b = make(n, n), c = make(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      AT(&a, i, j) = (float)((i * 7 + j * 3) % 11) / 11 - 0.3f;
  for (int round = 0; round < 12; round++) {
    transpose(&a, &b);
    multiply(&a, &b, &c);
    scale(&c);
    struct matrix old = a;
    a = c;
    c = old;
  }
  float trace = 0, sum = 0;
  for (int i = 0; i < n; i++)
    trace += AT(&a, i, i);
  for (int i = 0; i < n * n; i++)
    sum += a.data[i];
  printf("matmul %.2f %.1f\n", trace, sum);
  free(a.data);
  free(b.data);
  free(c.data);
  return 0;
}
