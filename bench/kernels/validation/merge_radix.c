// Lists by merging, numbers by their bytes, heaps in place
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct item {
  struct item *next;
  uint32_t key;
} item;

static item *merge(item *a, item *b) {
  item head, *tail = &head;
  while (a && b) {
    item **less = a->key <= b->key ? &a : &b;
    tail->next = *less;
    tail = *less;
    *less = (*less)->next;
  }
  tail->next = a ? a : b;
  return head.next;
}

static item *sort_list(item *list) {
  item *slow = list, *fast = list;
  if (!list || !list->next)
    return list;
  while (fast->next && fast->next->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  item *half = slow->next;
  slow->next = NULL;
  return merge(sort_list(list), sort_list(half));
}

static void sort_bytes(uint32_t *keys, uint32_t *spare, int count) {
  for (int shift = 0; shift < 32; shift += 8) {
    int begin[257] = {0};
    for (int i = 0; i < count; i++)
      begin[(keys[i] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++)
      begin[i + 1] += begin[i];
    for (int i = 0; i < count; i++)
      spare[begin[keys[i] >> shift & 255]++] = keys[i];
    memcpy(keys, spare, count * sizeof *keys);
  }
}

static void sift(int16_t *a, int root, int count) {
  for (int child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && a[child] < a[child + 1])
      child++;
    if (a[root] >= a[child])
      return;
    int16_t t = a[root];
    a[root] = a[child];
    a[child] = t;
  }
}

static void sort_heap(int16_t *a, int count) {
  for (int i = count / 2 - 1; i >= 0; i--)
    sift(a, i, count);
  while (--count > 0) {
    int16_t t = a[0];
    a[0] = a[count];
    a[count] = t;
    sift(a, 0, count);
  }
}

int main(void) {
  enum { COUNT = 12000 };
  item *items = malloc(COUNT * sizeof *items), *list = NULL;
  uint32_t *keys = malloc(2 * COUNT * sizeof *keys), x = 1, hash = 0;
  int16_t *small = malloc(COUNT * sizeof *small);
  for (int i = 0; i < COUNT; i++) {
    x = x * 214013u + 2531011u;
    items[i].key = keys[i] = x ^ x >> 15;
    small[i] = (int16_t)(int)((x >> 8) % 60000 - 30000);
    items[i].next = list;
    list = &items[i];
  }
  list = sort_list(list);
  sort_bytes(keys, keys + COUNT, COUNT);
  sort_heap(small, COUNT);
  int i = 0, wrong = 0;
  for (item *it = list; it; it = it->next, i++) {
    wrong += it->key != keys[i] || (i && small[i] < small[i - 1]);
    hash = hash * 31 + it->key + (uint16_t)small[i];
  }
  printf("merge_radix %d %d %u\n", i, wrong, (unsigned)hash);
  free(items);
  free(keys);
  free(small);
  return 0;
}
