// The plugin decides at link time, with lld's full LTO and with ThinLTO on
// several threads, and the program does the same. lld reads -mllvm before it
// loads plugins, so options come from the environment.
//
// RUN: split-file %s %t
// RUN: %clang -Oz %t/main.c %t/one.c %t/two.c -o %t/stock && %t/stock > %t/expected
// RUN: %clang -Oz -flto -c %t/main.c -o %t/main.o
// RUN: %clang -Oz -flto -c %t/one.c -o %t/one.o
// RUN: %clang -Oz -flto -c %t/two.c -o %t/two.o
// RUN: env MLGO_INLINE_STATS=1 MLGO_INLINE_MODEL=%policies/always.mlgo %clang -flto -fuse-ld=lld -Wl,--load-pass-plugin=%plugin %t/main.o %t/one.o %t/two.o -o %t/full 2>%t/full.err
// RUN: FileCheck %s < %t/full.err
// RUN: %t/full | cmp - %t/expected
//
// Functions that the program exports stay, so that stock decides about them.
//
// RUN: env MLGO_INLINE_STATS=1 MLGO_INLINE_MODEL=%policies/never.mlgo %clang -flto -fuse-ld=lld -rdynamic -Wl,--load-pass-plugin=%plugin %t/main.o %t/one.o %t/two.o -o %t/full 2>&1 | FileCheck %s --check-prefix=EXPORTED
// RUN: %t/full | cmp - %t/expected
//
// RUN: %clang -Oz -flto=thin -c %t/main.c -o %t/main.o
// RUN: %clang -Oz -flto=thin -c %t/one.c -o %t/one.o
// RUN: %clang -Oz -flto=thin -c %t/two.c -o %t/two.o
// RUN: env MLGO_INLINE_STATS=1 MLGO_INLINE_MODEL=%policies/never.mlgo %clang -flto=thin -fuse-ld=lld -Wl,--thinlto-jobs=3 -Wl,--load-pass-plugin=%plugin %t/main.o %t/one.o %t/two.o -o %t/thin 2>%t/thin.err
// RUN: FileCheck %s --check-prefix=THIN < %t/thin.err
// RUN: %t/thin | cmp - %t/expected
//
// Before the link it decides nothing, and says so where it is asked.
//
// RUN: %clang -Oz -flto -fpass-plugin=%plugin -mllvm -mlgo-inline-stats -c %t/one.c -o %t/one.o 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: %clang -Oz -Werror -flto=thin -fpass-plugin=%plugin -c %t/one.c -o %t/one.o 2>&1 | count 0

// CHECK: mlgo-inline-stats module={{.*}} decisions={{[1-9]}}
// EXPORTED: mlgo-inline-stats module={{.*}} decisions=0 {{.*}} stock=3
// BEFORE: mlgo-inline-stats module={{.*}} unserved=link decisions=0
// THIN: mlgo-inline-stats module={{.*}} inlined=0

//--- main.c
#include <stdio.h>
int one(int), two(int);
int main(void) {
  for (int i = 0; i < 5; ++i)
    printf("%d %d\n", one(i), two(i));
  return 0;
}
//--- one.c
int two(int);
static int helper(int x) { return x * 3 + 1; }
int one(int x) { return helper(x) + helper(x + 1) + two(x); }
//--- two.c
static int helper(int x) { return x * 5 - 1; }
int two(int x) { return helper(x) ^ helper(x + 2); }
