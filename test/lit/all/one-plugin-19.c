// For LLVM 19 the plugin of all advisors has that of inlining.
//
// REQUIRES: llvm-19
// RUN: clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.separate
// RUN: env MLGO_INLINE_STATS=1 clang-19 -Oz -fpass-plugin=%all-19 -c %s -o %t.all 2>&1 | FileCheck %s
// RUN: cmp %t.separate %t.all

// CHECK: mlgo-inline-stats module={{.*}} decisions={{[1-9]}}

int other(int);
static int helper(int x) { return other(x) + 3; }
int f(int x) { return helper(x) * helper(x + 1); }
