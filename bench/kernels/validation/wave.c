// Waves in a box: a stencil of seven points in three dimensions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define NX 24
#define NY 20
#define NZ 18

struct box {
  float ***old, ***now, ***next;
  float damping;
};

static float ***grid_new(void) {
  float ***g = malloc(NX * sizeof *g);
  for (int x = 0; x < NX; x++) {
    g[x] = malloc(NY * sizeof **g);
    for (int y = 0; y < NY; y++)
      g[x][y] = calloc(NZ, sizeof ***g);
  }
  return g;
}

static void grid_free(float ***g) {
  for (int x = 0; x < NX; x++) {
    for (int y = 0; y < NY; y++)
      free(g[x][y]);
    free(g[x]);
  }
  free(g);
}

static void advance(struct box *b, float speed, float dt) {
  for (int x = 1; x < NX - 1; x++)
    for (int y = 1; y < NY - 1; y++)
      for (int z = 1; z < NZ - 1; z++) {
        float around = b->now[x - 1][y][z] + b->now[x + 1][y][z] +
                       b->now[x][y - 1][z] + b->now[x][y + 1][z] +
                       b->now[x][y][z - 1] + b->now[x][y][z + 1] -
                       6 * b->now[x][y][z];
        b->next[x][y][z] =
            (1 - b->damping) * (2 * b->now[x][y][z] - b->old[x][y][z] +
                                speed * speed * dt * dt * around);
      }
  float ***spare = b->old;
  b->old = b->now;
  b->now = b->next;
  b->next = spare;
}

static double energy(const struct box *b) {
  double sum = 0;
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++)
      for (int z = 0; z < NZ; z++) {
        double v = b->now[x][y][z] - b->old[x][y][z];
        sum += v * v;
      }
  return sum;
}

int main(void) {
  struct box b = {grid_new(), grid_new(), grid_new(), 0.002f};
  for (int step = 0; step < 60; step++) {
    if (step % 12 < 4)
      b.now[NX / 2][NY / 3][NZ / 2] += step % 2 ? 2.0f : 1.0f;
    advance(&b, 1.0f, 0.4f);
  }
  printf("wave %.2f\n", energy(&b));
  grid_free(b.old);
  grid_free(b.now);
  grid_free(b.next);
  return 0;
}
