// Statistics are printed, or appended a line a module.
//
// RUN: rm -f %t.stats
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-stats -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: env MLGO_INLINE_STATS_FILE=%t.stats %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o
// RUN: env MLGO_INLINE_STATS_FILE=%t.stats %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=FILE < %t.stats
// RUN: env MLGO_INLINE_STATS_FILE=/no/such/folder/stats %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BAD

// CHECK: mlgo-inline-stats module={{.*}}statistics.c decisions=1 inlined={{[01]}} differ={{[01]}} abstained=0 matched=0 stock=0
// FILE-COUNT-2: mlgo-inline-stats module={{.*}}statistics.c decisions=1
// BAD: mlgo inliner: /no/such/folder/stats: cannot append statistics

static int small(int x) { return x + 1; }
int caller(int x) { return small(x); }
