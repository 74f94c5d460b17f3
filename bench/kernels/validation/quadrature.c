// Integrals by halving, roots by Newton, and a swinging spring
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <math.h>
#include <stdio.h>

typedef double (*function)(double);

static long calls;

static double bell(double x) {
  calls++;
  return 1 / (1 + x * x);
}

static double wiggle(double x) {
  calls++;
  return x * (x - 1.5) * (x + 0.7) * (x - 3) / (2 + x);
}

static double edge(double x) {
  calls++;
  return x < 1 ? sqrt(x) : 2 - x * x / 2;
}

static double simpson(double a, double fa, double b, double fb, double fm) {
  return (b - a) / 6 * (fa + 4 * fm + fb);
}

static double adapt(function f, double a, double fa, double b, double fb,
                    double m, double fm, double whole, double limit,
                    int depth) {
  double lm = (a + m) / 2, rm = (m + b) / 2;
  double fl = f(lm), fr = f(rm);
  double left = simpson(a, fa, m, fm, fl), right = simpson(m, fm, b, fb, fr);
  double fault = left + right - whole;
  if (depth <= 0 || fabs(fault) <= 15 * limit)
    return left + right + fault / 15;
  return adapt(f, a, fa, m, fm, lm, fl, left, limit / 2, depth - 1) +
         adapt(f, m, fm, b, fb, rm, fr, right, limit / 2, depth - 1);
}

static double integrate(function f, double a, double b, double limit) {
  double m = (a + b) / 2, fa = f(a), fb = f(b), fm = f(m);
  return adapt(f, a, fa, b, fb, m, fm, simpson(a, fa, b, fb, fm), limit, 24);
}

static double root(function f, double x) {
  for (int i = 0; i < 50; i++) {
    double slope = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6;
    double step = f(x) / slope;
    x -= step;
    if (fabs(step) < 1e-10)
      break;
  }
  return x;
}

struct spring {
  double place, speed, stiffness, drag;
};

static double swing(struct spring *springs, int count, double dt, int steps) {
  double energy = 0;
  for (int s = 0; s < steps; s++)
    for (int i = 0; i < count; i++) {
      struct spring *me = &springs[i];
      double left = i ? springs[i - 1].place : 0;
      double right = i + 1 < count ? springs[i + 1].place : 0;
      double force = me->stiffness * (left + right - 2 * me->place);
      me->speed += dt * (force - me->drag * me->speed);
      me->place += dt * me->speed;
    }
  for (int i = 0; i < count; i++)
    energy += springs[i].speed * springs[i].speed / 2;
  return energy;
}

int main(void) {
  struct spring springs[40];
  double sum = integrate(bell, 0, 5, 1e-11) + integrate(wiggle, 0, 4, 1e-11) +
               integrate(edge, 0, 2, 1e-9);
  for (int i = 0; i < 300; i++)
    sum += integrate(bell, -i / 50.0, i / 40.0, 1e-7);
  for (int i = 0; i < 200; i++)
    sum += root(wiggle, 2.6 + i * 0.004);
  for (int i = 0; i < 40; i++) {
    springs[i].place = i == 20 ? 1 : 0;
    springs[i].speed = 0;
    springs[i].stiffness = 30 + i % 3;
    springs[i].drag = 0.05;
  }
  double energy = swing(springs, 40, 0.005, 4000);
  printf("quadrature %ld %.4f %.4f\n", calls / 100, sum, energy);
  return 0;
}
