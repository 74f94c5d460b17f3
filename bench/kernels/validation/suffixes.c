// Texts searched by failures, by sums that roll and by suffixes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 8000 };

static char text[SIZE + 1];
static int order[SIZE], rank[SIZE], fresh[SIZE], width;

static int by_failures(const char *word) {
  int length = (int)strlen(word), found = 0, have = 0;
  int *fail = malloc((length + 1) * sizeof *fail);
  fail[0] = -1;
  for (int i = 0; i < length; i++) {
    int k = fail[i];
    while (k >= 0 && word[k] != word[i])
      k = fail[k];
    fail[i + 1] = k + 1;
  }
  for (int i = 0; i < SIZE; i++) {
    while (have >= 0 && (have == length || word[have] != text[i]))
      have = fail[have];
    if (++have == length)
      found++;
  }
  free(fail);
  return found;
}

static int by_sums(const char *word) {
  const uint32_t base = 257, modulus = 1000003;
  uint32_t want = 0, sum = 0, power = 1;
  int length = (int)strlen(word), found = 0;
  for (int i = 0; i < length; i++) {
    want = (want * base + (uint8_t)word[i]) % modulus;
    sum = (sum * base + (uint8_t)text[i]) % modulus;
    if (i)
      power = power * base % modulus;
  }
  for (int i = 0;; i++) {
    if (sum == want && !memcmp(text + i, word, length))
      found++;
    if (i + length >= SIZE)
      return found;
    sum = (sum + modulus - (uint8_t)text[i] * power % modulus) % modulus;
    sum = (sum * base + (uint8_t)text[i + length]) % modulus;
  }
}

static int compare(const void *a, const void *b) {
  int i = *(const int *)a, j = *(const int *)b;
  if (rank[i] != rank[j])
    return rank[i] - rank[j];
  int x = i + width < SIZE ? rank[i + width] : -1;
  int y = j + width < SIZE ? rank[j + width] : -1;
  return x != y ? x - y : i - j;
}

static void sort_range(int *a, int low, int high) {
  while (low < high) {
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
      while (compare(&a[i], &pivot) < 0)
        i++;
      while (compare(&pivot, &a[j]) < 0)
        j--;
      if (i <= j) {
        int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    sort_range(a, low, j);
    low = i;
  }
}

static void sort_suffixes(void) {
  for (int i = 0; i < SIZE; i++) {
    order[i] = i;
    rank[i] = (uint8_t)text[i];
  }
  for (width = 1; width < 16; width *= 2) {
    sort_range(order, 0, SIZE - 1);
    fresh[order[0]] = 0;
    for (int i = 1; i < SIZE; i++) {
      int a = order[i - 1], b = order[i];
      int same = rank[a] == rank[b] && a + width < SIZE && b + width < SIZE &&
                 rank[a + width] == rank[b + width];
      fresh[b] = fresh[a] + !same;
    }
    memcpy(rank, fresh, sizeof rank);
  }
}

static int by_suffixes(const char *word) {
  int length = (int)strlen(word), bounds[2];
  for (int side = 0; side < 2; side++) {
    int low = 0, high = SIZE;
    while (low < high) {
      int middle = (low + high) / 2;
      int c = strncmp(text + order[middle], word, length);
      if (c < 0 || (side && c == 0))
        low = middle + 1;
      else
        high = middle;
    }
    bounds[side] = low;
  }
  return bounds[1] - bounds[0];
}

int main(void) {
  static const char *const words[] = {"ab", "bca", "aab", "cabba", "acbacb"};
  unsigned x = 1, wrong = 0, sum = 0;
  for (int i = 0; i < SIZE; i++) {
    x = x * 1664525u + 1013904223u;
    text[i] = "abc"[(x >> 20) % 3];
  }
  sort_suffixes();
  for (int i = 0; i < 5; i++) {
    int a = by_failures(words[i]), b = by_sums(words[i]);
    wrong += a != b || a != by_suffixes(words[i]);
    sum = sum * 101 + (unsigned)a;
  }
  printf("suffixes %u %u %d\n", sum, wrong, order[SIZE / 2]);
  return 0;
}
