// Distances between all cities, and by edges from one
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

#define CITIES 110
#define FAR 1000000

typedef struct {
  int from, to, length;
} road;

static int distance[CITIES][CITIES];
static short via[CITIES][CITIES];

static void all_pairs(int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        int length = distance[i][k] + distance[k][j];
        if (length < distance[i][j]) {
          distance[i][j] = length;
          via[i][j] = (short)k;
        }
      }
}

static int stops(int from, int to) {
  if (via[from][to] < 0)
    return 1;
  return stops(from, via[from][to]) + stops(via[from][to], to);
}

static int from_one(int start, const road *roads, int count, int *best) {
  int rounds = 0, changed = 1;
  for (int i = 0; i < CITIES; i++)
    best[i] = i == start ? 0 : FAR;
  while (changed && rounds <= CITIES) {
    changed = 0;
    rounds++;
    for (int i = 0; i < count; i++) {
      const road *r = &roads[i];
      if (best[r->from] < FAR && best[r->from] + r->length < best[r->to]) {
        best[r->to] = best[r->from] + r->length;
        changed = 1;
      }
    }
  }
  return rounds;
}

int main(void) {
  enum { ROADS = 5 * CITIES };
  road *roads = malloc(ROADS * sizeof *roads);
  int best[CITIES], rounds = 0, wrong = 0, longest = 0;
  for (int i = 0; i < CITIES; i++)
    for (int j = 0; j < CITIES; j++) {
      distance[i][j] = i == j ? 0 : FAR;
      via[i][j] = -1;
    }
  unsigned x = 11;
  for (int i = 0; i < ROADS; i++) {
    x = x * 1103515245u + 12345u;
    road r = {i % CITIES, (int)(x >> 16) % CITIES, 5 + (int)(x >> 9 & 127)};
    if (i < CITIES)
      r.to = (i + 1) % CITIES;
    roads[i] = r;
    if (r.length < distance[r.from][r.to])
      distance[r.from][r.to] = r.length;
  }
  all_pairs(CITIES);
  for (int start = 0; start < CITIES; start += 3) {
    rounds += from_one(start, roads, ROADS, best);
    for (int i = 0; i < CITIES; i++) {
      wrong += best[i] != distance[start][i];
      if (i != start && stops(start, i) > longest)
        longest = stops(start, i);
    }
  }
  printf("all_pairs %d %d %d %d\n", distance[3][77], rounds, wrong, longest);
  free(roads);
  return 0;
}
