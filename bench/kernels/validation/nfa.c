// An automaton of many states at once, and its table of states
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Letters, . and, after one of these, * or +; a set of places is a word.
typedef struct {
  int count;
  uint8_t letter[62];
  uint8_t loops[62], optional[62];
} nfa;

struct dfa {
  uint64_t sets[128];
  int16_t next[128][32];
  int used;
};

static int compile(nfa *n, const char *pattern) {
  n->count = 0;
  for (; *pattern; pattern++) {
    if (*pattern == '*' || *pattern == '+') {
      if (!n->count)
        return -1;
      n->loops[n->count - 1] = 1;
      n->optional[n->count - 1] = *pattern == '*';
    } else {
      n->letter[n->count] = (uint8_t)*pattern;
      n->loops[n->count] = n->optional[n->count] = 0;
      n->count++;
    }
  }
  return n->count;
}

static uint64_t closure(const nfa *n, uint64_t set) {
  for (int i = 0; i < n->count; i++)
    if (set >> i & 1 && n->optional[i])
      set |= (uint64_t)1 << (i + 1);
  return set;
}

static uint64_t move(const nfa *n, uint64_t set, int c) {
  uint64_t to = 1;
  for (int i = 0; i < n->count; i++) {
    if (!(set >> i & 1) || (n->letter[i] != '.' && n->letter[i] != c))
      continue;
    to |= (uint64_t)1 << (i + 1);
    if (n->loops[i])
      to |= (uint64_t)1 << i;
  }
  return closure(n, to);
}

static int count_slowly(const nfa *n, const char *text) {
  uint64_t set = closure(n, 1);
  int found = 0;
  for (; *text; text++) {
    set = move(n, set, *text);
    found += (int)(set >> n->count & 1);
  }
  return found;
}

static int state_of(struct dfa *d, uint64_t set) {
  for (int i = 0; i < d->used; i++)
    if (d->sets[i] == set)
      return i;
  if (d->used == 128)
    return -1;
  d->sets[d->used] = set;
  memset(d->next[d->used], -1, sizeof d->next[0]);
  return d->used++;
}

static int count_by_table(const nfa *n, struct dfa *d, const char *text) {
  d->used = 0;
  int state = state_of(d, closure(n, 1)), found = 0;
  for (; *text; text++) {
    int16_t *to = &d->next[state][*text & 31];
    if (*to < 0)
      *to = (int16_t)state_of(d, move(n, d->sets[state], *text));
    if ((state = *to) < 0)
      return -1;
    found += (int)(d->sets[state] >> n->count & 1);
  }
  return found;
}

int main(void) {
  enum { SIZE = 12000 };
  static const char *const patterns[] = {"ab*c",    "a.+d", "bb.cd*",
                                         "d+a*b+c", "abcd", ".a.b.c"};
  static struct dfa d;
  char *text = malloc(SIZE + 1);
  unsigned x = 9, hash = 0;
  for (int i = 0; i < SIZE; i++) {
    x = x * 69069u + 5;
    text[i] = "abcdbacd"[x >> 29];
  }
  text[SIZE] = 0;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    nfa n;
    if (compile(&n, patterns[i]) < 0)
      return 1;
    int slow = count_slowly(&n, text), fast = count_by_table(&n, &d, text);
    hash = hash * 1009 + (unsigned)(slow + 7 * (slow != fast) + d.used);
  }
  printf("nfa %u\n", hash);
  free(text);
  return 0;
}
