// Dynamic programs: knapsacks, subsequences and products
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  int weight, value;
};

static int max(int a, int b) { return a > b ? a : b; }

static int knapsack(const struct item *items, int count, int room) {
  int **best = malloc((count + 1) * sizeof *best);
  for (int i = 0; i <= count; i++)
    best[i] = calloc(room + 1, sizeof **best);
  for (int i = 1; i <= count; i++)
    for (int w = 0; w <= room; w++) {
      best[i][w] = best[i - 1][w];
      if (items[i - 1].weight <= w)
        best[i][w] = max(best[i][w], best[i - 1][w - items[i - 1].weight] +
                                         items[i - 1].value);
    }
  int result = best[count][room];
  for (int i = 0; i <= count; i++)
    free(best[i]);
  free(best);
  return result;
}

static int common(const char *a, const char *b) {
  static int length[301][301];
  int n = (int)strlen(a), m = (int)strlen(b);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (a[i - 1] == b[j - 1])
        length[i][j] = length[i - 1][j - 1] + 1;
      else
        length[i][j] = max(length[i - 1][j], length[i][j - 1]);
  return length[n][m];
}

static long long cost[64][64];

static long long chain(const int *sizes, int count) {
  for (int length = 2; length <= count; length++)
    for (int i = 0; i + length <= count; i++) {
      int j = i + length - 1;
      cost[i][j] = LLONG_MAX;
      for (int k = i; k < j; k++) {
        long long one = cost[i][k] + cost[k + 1][j] +
                        (long long)sizes[i] * sizes[k + 1] * sizes[j + 1];
        if (one < cost[i][j])
          cost[i][j] = one;
      }
    }
  return cost[0][count - 1];
}

int main(void) {
  struct item items[60];
  char a[301], b[301];
  int sizes[65];
  for (int i = 0; i < 60; i++) {
    items[i].weight = 5 + i * 17 % 41;
    items[i].value = 3 + i * 29 % 53;
  }
  for (int i = 0; i < 300; i++) {
    a[i] = "acgt"[i * i % 7 % 4];
    b[i] = "acgt"[i * 5 % 11 % 4];
  }
  a[300] = b[300] = 0;
  for (int i = 0; i < 65; i++)
    sizes[i] = 10 + i * 23 % 37;
  printf("knapsack %d %d %lld\n", knapsack(items, 60, 4000), common(a, b),
         chain(sizes, 64));
  return 0;
}
