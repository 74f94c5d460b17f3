// Heat in a plate: a stencil of five points over rows by pointer
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int width, height;
  double **rows;
} plate;

static plate *plate_new(int width, int height) {
  plate *p = malloc(sizeof *p);
  p->width = width;
  p->height = height;
  p->rows = malloc(height * sizeof *p->rows);
  for (int y = 0; y < height; y++)
    p->rows[y] = calloc(width, sizeof **p->rows);
  return p;
}

static void plate_free(plate *p) {
  for (int y = 0; y < p->height; y++)
    free(p->rows[y]);
  free(p->rows);
  free(p);
}

static void heat_border(plate *p, double left, double right) {
  for (int y = 0; y < p->height; y++) {
    p->rows[y][0] = left;
    p->rows[y][p->width - 1] = right * y / p->height;
  }
  for (int x = 0; x < p->width; x++)
    p->rows[0][x] = left + (right - left) * x / p->width;
}

static double step(const plate *from, plate *to, double rate) {
  double change = 0;
  for (int y = 1; y < from->height - 1; y++)
    for (int x = 1; x < from->width - 1; x++) {
      double here = from->rows[y][x];
      double around = from->rows[y - 1][x] + from->rows[y + 1][x] +
                      from->rows[y][x - 1] + from->rows[y][x + 1];
      double next = here + rate * (around - 4 * here);
      change += next > here ? next - here : here - next;
      to->rows[y][x] = next;
    }
  return change / (from->width * from->height);
}

int main(void) {
  plate *a = plate_new(120, 90), *b = plate_new(120, 90);
  heat_border(a, 10, 60);
  heat_border(b, 10, 60);
  double change = 0;
  int steps = 0;
  do {
    change = step(a, b, 0.2);
    plate *swap = a;
    a = b;
    b = swap;
  } while (++steps < 60 && change > 1e-5);
  double sum = 0;
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++)
      sum += a->rows[y][x];
  printf("heat %d %.3f %.5f\n", steps, sum, change);
  plate_free(a);
  plate_free(b);
  return 0;
}
