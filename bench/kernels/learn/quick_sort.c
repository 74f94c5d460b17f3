// A sort of any elements by comparing functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*compare)(const void *, const void *);

struct record {
  uint32_t key;
  uint16_t group;
  char name[6];
};

static void swap(char *a, char *b, size_t size) {
  while (size--) {
    char old = *a;
    *a++ = *b;
    *b++ = old;
  }
}

static void insertion(char *base, size_t count, size_t size, compare cmp) {
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *here = base + j * size;
      if (cmp(here - size, here) <= 0)
        break;
      swap(here - size, here, size);
    }
}

static void quick(char *base, size_t count, size_t size, compare cmp) {
  while (count > 12) {
    char *last = base + (count - 1) * size;
    char *middle = base + count / 2 * size;
    if (cmp(base, middle) > 0)
      swap(base, middle, size);
    if (cmp(middle, last) > 0) {
      swap(middle, last, size);
      if (cmp(base, middle) > 0)
        swap(base, middle, size);
    }
    swap(middle, last, size);
    size_t store = 0;
    for (size_t i = 0; i < count - 1; i++)
      if (cmp(base + i * size, last) < 0)
        swap(base + i * size, base + store++ * size, size);
    swap(base + store * size, last, size);
    quick(base, store, size, cmp);
    base += (store + 1) * size;
    count -= store + 1;
  }
  insertion(base, count, size, cmp);
}

static int by_key(const void *a, const void *b) {
  const struct record *x = a, *y = b;
  return x->key < y->key ? -1 : x->key > y->key;
}

static int by_group(const void *a, const void *b) {
  const struct record *x = a, *y = b;
  if (x->group != y->group)
    return x->group - y->group;
  int names = strcmp(x->name, y->name);
  return names ? names : by_key(a, b);
}

int main(void) {
  enum { COUNT = 5000 };
  struct record *all = calloc(COUNT, sizeof *all);
  uint32_t state = 1, hash = 0;
  for (int i = 0; i < COUNT; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    all[i].key = state;
    all[i].group = state >> 5 & 15;
    for (int k = 0; k < 4; k++)
      all[i].name[k] = "aeiourst"[state >> (8 + 3 * k) & 7];
  }
  for (int round = 0; round < 2; round++) {
    quick((char *)all, COUNT, sizeof *all, round ? by_group : by_key);
    for (int i = 0; i < COUNT; i++)
      hash = hash * 16777619u ^ all[i].key;
  }
  printf("quick_sort %s %s %u\n", all[0].name, all[COUNT - 1].name,
         (unsigned)hash);
  free(all);
  return 0;
}
