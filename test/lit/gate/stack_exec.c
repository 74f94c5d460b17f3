// Recursion that clang -Oz makes loops and jumps needs no more stack without
// passes than with them: by a policy that leaves out all, with effort, and by
// the policy that is built in.
//
// RUN: %clang -Oz %s -o %t.stock && %t.stock > %t.expected
// RUN: %clang -Oz -fpass-plugin=%gate %s -o %t.own && %t.own | cmp - %t.expected
// RUN: %clang -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-model=%policies/no-pass.mlgo %s -o %t.none && %t.none | cmp - %t.expected
// RUN: echo tailcallelim > %t.sets
// RUN: %clang -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-effort=2 -mllvm -mlgo-gate-sets=%t.sets %s -o %t.tried && %t.tried | cmp - %t.expected
//
// Where it cannot come back, the pass is left out.
//
// RUN: %clang -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-model=%policies/no-pass.mlgo -Rpass-missed=mlgo-gate -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK-NOT: tailcallelim left out of {{(even|odd|step|first|third),|sum, occurrence 0}}
// CHECK: tailcallelim left out of last,
// CHECK-NOT: tailcallelim left out of {{(even|odd|step|first|third),|sum, occurrence 0}}

#include <stdio.h>

#define ROUNDS 20000000

__attribute__((noinline)) int odd(unsigned n);
__attribute__((noinline)) int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
__attribute__((noinline)) int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

__attribute__((noinline)) unsigned sum(unsigned n, unsigned so_far) {
  return n == 0 ? so_far : sum(n - 1, so_far + n);
}

typedef int (*state)(int *rounds);
state table[2];
__attribute__((noinline)) int step(int *rounds) {
  return --*rounds < 0 ? 7 : table[*rounds & 1](rounds);
}

__attribute__((noinline)) int first(int rounds, int *sum);
__attribute__((noinline)) int third(int rounds, int *sum) {
  *sum += 3;
  return first(rounds, sum);
}
__attribute__((noinline)) int first(int rounds, int *sum) {
  *sum += 1;
  return rounds == 0 ? *sum : third(rounds - 1, sum);
}

int last(const char *text) { return puts(text); }

int main(void) {
  table[0] = table[1] = step;
  int rounds = ROUNDS, total = 0;
  printf("%d %u %d %d\n", even(ROUNDS), sum(ROUNDS, 0), step(&rounds), first(ROUNDS, &total));
  return last("done") < 0;
}
