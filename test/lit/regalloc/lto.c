// The plugin decides at link time, with lld's full LTO and with ThinLTO on
// several threads. lld reads -mllvm before it loads plugins, so options come
// from the environment.
//
// RUN: %clang -O2 -flto -c %S/Inputs/pressure.c -o %t.o
// RUN: %clang -O2 -flto -c %s -o %t.main.o
// RUN: env MLGO_REGALLOC_STATS=1 MLGO_REGALLOC_MODEL=%policies/first-legal.mlgo %clang -O2 -flto -fuse-ld=lld -Wl,--load-pass-plugin=%regalloc %t.o %t.main.o -o %t.full 2>&1 | FileCheck %s
// RUN: %t.full
// RUN: %clang -O2 -flto=thin -c %S/Inputs/pressure.c -o %t.o
// RUN: %clang -O2 -flto=thin -c %s -o %t.main.o
// RUN: env MLGO_REGALLOC_STATS=1 MLGO_REGALLOC_MODEL=%policies/first-legal.mlgo %clang -O2 -flto=thin -fuse-ld=lld -Wl,--thinlto-jobs=3 -Wl,--load-pass-plugin=%regalloc %t.o %t.main.o -o %t.thin 2>&1 | FileCheck %s
// RUN: %t.thin

// CHECK: mlgo-regalloc-stats module={{.*}} functions={{[1-9].*}} decisions={{[1-9]}}

#include <stdint.h>
#include <stdio.h>

uint32_t across(const uint32_t *, uint32_t);
void mix(uint32_t *, int);
__attribute__((noinline)) uint32_t sink(uint32_t A, uint32_t B) {
  return A * 31 + B;
}

int main(void) {
  uint32_t State[16];
  for (uint32_t I = 0; I < 16; ++I)
    State[I] = 7 * I;
  mix(State, 20);
  const uint32_t Sum = across(State, 9);
  printf("%u\n", Sum);
  return Sum != 623363490u;
}
