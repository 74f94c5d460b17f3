// Ranks of pages that link to each other, by lists of links
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>

typedef struct link {
  int to;
  struct link *next;
} link_t;

typedef struct {
  link_t *links;
  int count;
  double rank, incoming;
} page;

static page *pages;
static int page_count;
static unsigned seed = 31;

static int any(int limit) {
  seed = seed * 134775813u + 1;
  return (int)((seed >> 12) % (unsigned)limit);
}

static void add_link(int from, int to) {
  for (link_t *l = pages[from].links; l; l = l->next)
    if (l->to == to)
      return;
  link_t *l = malloc(sizeof *l);
  l->to = to;
  l->next = pages[from].links;
  pages[from].links = l;
  pages[from].count++;
}

static double iterate(double damping) {
  double lost = 0, change = 0;
  for (int i = 0; i < page_count; i++)
    pages[i].incoming = 0;
  for (int i = 0; i < page_count; i++) {
    if (!pages[i].count)
      lost += pages[i].rank;
    for (link_t *l = pages[i].links; l; l = l->next)
      pages[l->to].incoming += pages[i].rank / pages[i].count;
  }
  for (int i = 0; i < page_count; i++) {
    double rank = (1 - damping) / page_count +
                  damping * (pages[i].incoming + lost / page_count);
    change +=
        rank > pages[i].rank ? rank - pages[i].rank : pages[i].rank - rank;
    pages[i].rank = rank;
  }
  return change;
}

int main(void) {
  page_count = 3000;
  pages = calloc(page_count, sizeof *pages);
  for (int i = 0; i < page_count; i++) {
    pages[i].rank = 1.0 / page_count;
    if (i % 50 == 0)
      continue;
    for (int k = any(14); k >= 0; k--)
      add_link(i, any(4) ? any(page_count) : any(60));
  }
  int rounds = 0;
  while (iterate(0.85) > 1e-7 && rounds < 35)
    rounds++;
  int best = 0;
  double sum = 0;
  for (int i = 0; i < page_count; i++) {
    sum += pages[i].rank;
    if (pages[i].rank > pages[best].rank)
      best = i;
  }
  printf("pagerank %d %d %.5f %.6f\n", rounds, best, pages[best].rank, sum);
  for (int i = 0; i < page_count; i++)
    while (pages[i].links) {
      link_t *next = pages[i].links->next;
      free(pages[i].links);
      pages[i].links = next;
    }
  free(pages);
  return 0;
}
