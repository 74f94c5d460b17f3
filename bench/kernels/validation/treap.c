// A tree kept in balance by chance, split and merged, by indices
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CAPACITY 6000
#define NIL 0

struct node {
  int32_t key, sum, size;
  uint32_t priority;
  uint16_t left, right;
};

static struct node pool[CAPACITY + 1];
static int used;
static uint32_t rng = 2463534242u;

static uint32_t roll(void) {
  rng ^= rng << 13;
  rng ^= rng >> 17;
  return rng ^= rng << 5;
}

static int make(int key) {
  struct node *n = &pool[++used];
  n->key = n->sum = key;
  n->size = 1;
  n->priority = roll();
  n->left = n->right = NIL;
  return used;
}

static void update(int t) {
  struct node *n = &pool[t], *l = &pool[n->left], *r = &pool[n->right];
  n->size = 1 + l->size + r->size;
  n->sum = (n->key + l->sum + r->sum) % 1000003;
}

// Keys below `key` go left.
static void split(int t, int key, int *left, int *right) {
  int part;
  if (!t) {
    *left = *right = NIL;
  } else if (pool[t].key < key) {
    split(pool[t].right, key, &part, right);
    pool[t].right = (uint16_t)part;
    update(*left = t);
  } else {
    split(pool[t].left, key, left, &part);
    pool[t].left = (uint16_t)part;
    update(*right = t);
  }
}

static int merge(int a, int b) {
  if (!a || !b)
    return a ? a : b;
  if (pool[a].priority > pool[b].priority) {
    pool[a].right = (uint16_t)merge(pool[a].right, b);
    update(a);
    return a;
  }
  pool[b].left = (uint16_t)merge(a, pool[b].left);
  update(b);
  return b;
}

static int kth(int t, int k) {
  while (t) {
    int left = pool[pool[t].left].size;
    if (k == left)
      return pool[t].key;
    if (k < left)
      t = pool[t].left;
    else {
      k -= left + 1;
      t = pool[t].right;
    }
  }
  return -1;
}

int main(void) {
  int root = NIL, a, b, c;
  uint32_t hash = 0;
  for (int i = 0; i < CAPACITY; i++) {
    split(root, (int)(roll() % 20000), &a, &b);
    root = merge(a, b);
    int key = (int)(roll() % 20000);
    split(root, key, &a, &b);
    root = merge(merge(a, make(key)), b);
    if (i % 4 == 3) {
      int low = (int)(roll() % 20000);
      split(root, low, &a, &b);
      split(b, low + 40, &b, &c);
      hash = hash * 31 + (uint32_t)(pool[b].sum + pool[b].size);
      root = merge(a, i % 8 == 3 ? c : merge(b, c));
    }
    hash = hash * 17 + (uint32_t)kth(root, pool[root].size / 3);
  }
  printf("treap %d %d %u\n", (int)pool[root].size, (int)pool[root].sum,
         (unsigned)hash);
  return 0;
}
