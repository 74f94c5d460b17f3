// Planets by the method of Runge and Kutta
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BODIES 5
#define SIZE (4 * BODIES)

typedef void (*derivative)(double t, const double *y, double *dy, void *data);

struct bodies {
  double mass[BODIES];
  long calls;
};

// Positions and speeds: x, y, vx, vy of each body.
static void gravity(double t, const double *y, double *dy, void *data) {
  struct bodies *b = data;
  (void)t;
  b->calls++;
  for (int i = 0; i < BODIES; i++) {
    const double *me = y + 4 * i;
    double ax = 0, ay = 0;
    for (int j = 0; j < BODIES; j++) {
      if (j == i)
        continue;
      double dx = y[4 * j] - me[0], dY = y[4 * j + 1] - me[1];
      double square = dx * dx + dY * dY + 0.01;
      double pull = b->mass[j] / (square * sqrt(square));
      ax += pull * dx;
      ay += pull * dY;
    }
    dy[4 * i] = me[2];
    dy[4 * i + 1] = me[3];
    dy[4 * i + 2] = ax;
    dy[4 * i + 3] = ay;
  }
}

static void rk4(derivative f, double t, double h, double *y, int n,
                void *data) {
  double k[4][SIZE], at[SIZE];
  f(t, y, k[0], data);
  for (int stage = 1; stage < 4; stage++) {
    double part = stage == 3 ? h : h / 2;
    for (int i = 0; i < n; i++)
      at[i] = y[i] + part * k[stage - 1][i];
    f(t + part, at, k[stage], data);
  }
  for (int i = 0; i < n; i++)
    y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static double energy(const struct bodies *b, const double *y) {
  double sum = 0;
  for (int i = 0; i < BODIES; i++) {
    const double *p = y + 4 * i;
    sum += b->mass[i] * (p[2] * p[2] + p[3] * p[3]) / 2;
    for (int j = 0; j < i; j++)
      sum -=
          b->mass[i] * b->mass[j] / hypot(p[0] - y[4 * j], p[1] - y[4 * j + 1]);
  }
  return sum;
}

int main(void) {
  struct bodies b = {{100, 1, 0.5, 0.2, 0.1}, 0};
  double y[SIZE] = {0};
  for (int i = 1; i < BODIES; i++) {
    y[4 * i] = 4.0 * i;
    y[4 * i + 3] = sqrt(b.mass[0] / y[4 * i]);
  }
  double before = energy(&b, y);
  for (int step = 0; step < 3000; step++)
    rk4(gravity, step * 0.002, 0.002, y, SIZE, &b);
  printf("orbit %ld %.2f %.2f %.1f %.1f\n", b.calls, before, energy(&b, y),
         y[4], y[5]);
  return 0;
}
