// The same sources serve LLVM 19. Its clang reads -mllvm before it loads
// plugins, so options come from the environment.
//
// REQUIRES: llvm-19
// RUN: clang-19 -Oz %s -o %t.stock && %t.stock > %t.expected
// RUN: env MLGO_INLINE_STATS=1 clang-19 -Oz -fpass-plugin=%plugin-19 %s -o %t.policy 2>%t.err && %t.policy | cmp - %t.expected
// RUN: FileCheck %s < %t.err
// RUN: env MLGO_INLINE_MODEL=%policies/opposite.mlgo clang-19 -Oz -fpass-plugin=%plugin-19 %s -o %t.opposite && %t.opposite | cmp - %t.expected
// RUN: env MLGO_INLINE_MODE=default clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.default.o
// RUN: clang-19 -Oz -c %s -o %t.stock.o
// RUN: cmp %t.default.o %t.stock.o

// CHECK: mlgo-inline-stats module={{.*}}clang-19.c decisions={{[1-9]}}

#include <stdio.h>

static int step(int x) { return x % 2 ? 3 * x + 1 : x / 2; }

static int length(int x) {
  int n = 0;
  for (; x != 1; x = step(x))
    ++n;
  return n;
}

int main(void) {
  for (int i = 1; i < 30; ++i)
    printf("%d %d\n", i, length(i) + length(step(i)));
  return 0;
}
