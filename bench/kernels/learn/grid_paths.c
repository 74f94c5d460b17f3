// Shortest paths through a map of hills, with a binary heap
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 100, HEIGHT = 70 };

struct entry {
  int cost, x, y;
};

static unsigned char hill[HEIGHT][WIDTH];
static int best[HEIGHT][WIDTH];
static struct entry *heap;
static int used, room;

static void push(int cost, int x, int y) {
  if (used == room) {
    room = room ? 2 * room : 64;
    heap = realloc(heap, room * sizeof *heap);
  }
  int at = used++;
  while (at && heap[(at - 1) / 2].cost > cost) {
    heap[at] = heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  heap[at].cost = cost;
  heap[at].x = x;
  heap[at].y = y;
}

static struct entry pop(void) {
  struct entry top = heap[0], last = heap[--used];
  int at = 0;
  for (;;) {
    int child = 2 * at + 1;
    if (child >= used)
      break;
    if (child + 1 < used && heap[child + 1].cost < heap[child].cost)
      child++;
    if (heap[child].cost >= last.cost)
      break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

static void search(int x, int y) {
  static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
  for (int i = 0; i < HEIGHT; i++)
    for (int j = 0; j < WIDTH; j++)
      best[i][j] = INT_MAX;
  best[y][x] = 0;
  push(0, x, y);
  while (used) {
    struct entry e = pop();
    if (e.cost > best[e.y][e.x])
      continue;
    for (int d = 0; d < 4; d++) {
      int nx = e.x + dx[d], ny = e.y + dy[d];
      if (nx < 0 || ny < 0 || nx >= WIDTH || ny >= HEIGHT)
        continue;
      int climb = abs(hill[ny][nx] - hill[e.y][e.x]);
      int cost = e.cost + 1 + climb * climb;
      if (cost < best[ny][nx]) {
        best[ny][nx] = cost;
        push(cost, nx, ny);
      }
    }
  }
}

int main(void) {
  unsigned hash = 0, seed = 7;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      seed = seed * 69069 + 1;
      hill[y][x] = (x * y / 40 + (seed >> 27)) & 63;
    }
  for (int i = 0; i < 3; i++) {
    search(i * 20, i * 15);
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
        hash = hash * 33 + best[y][x];
  }
  printf("grid_paths %d %u\n", best[HEIGHT - 1][WIDTH - 1], hash);
  free(heap);
  return 0;
}
