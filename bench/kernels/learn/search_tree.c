// A binary search tree with removals
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

typedef struct node {
  unsigned key;
  int count;
  struct node *left, *right;
} node;

static unsigned state = 12345;

static unsigned draw(unsigned limit) {
  state = state * 1103515245u + 12345u;
  return (state >> 8) % limit;
}

static node *insert(node *tree, unsigned key) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    tree->key = key;
    tree->count = 1;
    tree->left = tree->right = NULL;
  } else if (key < tree->key)
    tree->left = insert(tree->left, key);
  else if (key > tree->key)
    tree->right = insert(tree->right, key);
  else
    tree->count++;
  return tree;
}

static node *find(node *tree, unsigned key) {
  while (tree && tree->key != key)
    tree = key < tree->key ? tree->left : tree->right;
  return tree;
}

static void erase(node **place, unsigned key) {
  while (*place && (*place)->key != key)
    place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  node *gone = *place;
  if (!gone)
    return;
  if (gone->left && gone->right) {
    node **least = &gone->right;
    while ((*least)->left)
      least = &(*least)->left;
    node *next = *least;
    gone->key = next->key;
    gone->count = next->count;
    *least = next->right;
    gone = next;
  } else
    *place = gone->left ? gone->left : gone->right;
  free(gone);
}

static int height(const node *tree) {
  if (!tree)
    return 0;
  int left = height(tree->left), right = height(tree->right);
  return 1 + (left > right ? left : right);
}

static void walk(const node *tree, unsigned *hash, int *nodes) {
  for (; tree; tree = tree->right) {
    walk(tree->left, hash, nodes);
    *hash = *hash * 31 + tree->key * tree->count;
    ++*nodes;
  }
}

int main(void) {
  node *tree = NULL;
  unsigned hash = 0, found = 0;
  int nodes = 0;
  for (int i = 0; i < 20000; i++) {
    tree = insert(tree, draw(9000));
    if (find(tree, draw(20000)))
      found++;
    if (i % 3 == 0)
      erase(&tree, draw(9000));
  }
  walk(tree, &hash, &nodes);
  printf("search_tree %d %d %u %u\n", nodes, height(tree), found, hash);
  while (tree)
    erase(&tree, tree->key);
  return 0;
}
