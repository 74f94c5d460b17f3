// At -Os a short function keeps a call that seldom happens and that stock leaves;
// a policy that inlines all does so elsewhere, at -Oz, and where size alone counts.
//
// RUN: %clang -Os -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-model=%policies/always.mlgo -Rpass=inline -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %clang -Os -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-model=%policies/always.mlgo -mllvm -mlgo-inline-hot=ignore -Rpass=inline -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GONE
// RUN: %clang -Oz -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-model=%policies/always.mlgo -Rpass=inline -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GONE
//
// KEPT-NOT: 'grow' inlined into 'push'
// KEPT: 'grow' inlined into 'often'
// GONE: 'grow' inlined into 'push'

struct list {
  int *begin, *end, *limit;
};
void *realloc(void *, unsigned long);
void note(int *, long, int);

static void grow(struct list *l) {
  const long old = l->limit - l->begin, used = l->end - l->begin;
  note(l->begin, old, 1);
  l->begin = realloc(l->begin, 2 * old * sizeof(int) + 16);
  l->end = l->begin + used;
  l->limit = l->begin + 2 * old + 4;
  note(l->begin, used, 2);
  note(l->end, old, 3);
}

void push(struct list *l, int value) {
  if (l->end == l->limit)
    grow(l);
  *l->end++ = value;
}

void often(struct list *l) {
  grow(l);
  note(l->begin, 0, 4);
}
