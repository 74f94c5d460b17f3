// Distances between words, alignments and ways to give change
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int distance(const char *a, const char *b) {
  size_t m = strlen(b);
  int *row = malloc((m + 1) * sizeof(int)), result;
  for (size_t j = 0; j <= m; j++)
    row[j] = (int)j;
  for (size_t i = 1; i <= strlen(a); i++) {
    int corner = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= strlen(b); j++) {
      int above = row[j];
      int cost = corner + (a[i - 1] != b[j - 1]);
      row[j] = MIN(MIN(above + 1, row[j - 1] + 1), cost);
      corner = above;
    }
  }
  result = row[m];
  free(row);
  return result;
}

struct scores {
  int match, mismatch, gap;
};

static int align(const char *a, const char *b, const struct scores *s,
                 int *length) {
  int n = (int)strlen(a), m = (int)strlen(b), best = 0, bi = 0, bj = 0;
  int **h = calloc(n + 1, sizeof *h);
  for (int i = 0; i <= n; i++)
    h[i] = calloc(m + 1, sizeof **h);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int score =
          h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? s->match : s->mismatch);
      if (h[i - 1][j] + s->gap > score)
        score = h[i - 1][j] + s->gap;
      if (h[i][j - 1] + s->gap > score)
        score = h[i][j - 1] + s->gap;
      h[i][j] = score > 0 ? score : 0;
      if (h[i][j] > best) {
        best = h[i][j];
        bi = i;
        bj = j;
      }
    }
  for (*length = 0; bi > 0 && bj > 0 && h[bi][bj] > 0; ++*length) {
    int here = h[bi][bj];
    if (here == h[bi - 1][bj] + s->gap)
      bi--;
    else if (here == h[bi][bj - 1] + s->gap)
      bj--;
    else {
      bi--;
      bj--;
    }
  }
  for (int i = 0; i <= n; i++)
    free(h[i]);
  free(h);
  return best;
}

static unsigned change(const int *coins, int count, int amount) {
  static unsigned ways[2001];
  memset(ways, 0, sizeof ways);
  ways[0] = 1;
  for (int i = 0; i < count; i++)
    for (int sum = coins[i]; sum <= amount; sum++)
      ways[sum] += ways[sum - coins[i]];
  return ways[amount];
}

int main(void) {
  static const char *const stems[] = {"walk",       "talking", "wander",
                                      "wonderful",  "stalker", "hand",
                                      "understand", "den"};
  static const int coins[] = {1, 2, 5, 10, 20, 50, 100, 200};
  char words[40][24], a[201], b[181];
  unsigned sum = 0;
  for (int i = 0; i < 40; i++)
    snprintf(words[i], sizeof words[i], "%s%s%d", stems[i % 8], stems[i / 8],
             i % 7);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < i; j++)
      sum = sum * 3 + (unsigned)distance(words[i], words[j]);
  for (int i = 0; i < 200; i++)
    a[i] = "acgt"[i * i % 13 % 4];
  for (int i = 0; i < 180; i++)
    b[i] = "acgt"[(i + 3) * i % 17 % 4];
  a[200] = b[180] = 0;
  struct scores s = {3, -2, -2};
  int length, score = align(a, b, &s, &length);
  printf("levenshtein %u %d %d %u\n", sum, score, length,
         change(coins, 8, 2000));
  return 0;
}
