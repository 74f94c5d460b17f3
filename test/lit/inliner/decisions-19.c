// LLVM 19 records and replays too.
//
// REQUIRES: llvm-19
// RUN: rm -f %t.sites %t.stats
// RUN: env MLGO_INLINE_MODEL=%policies/opposite.mlgo MLGO_INLINE_RECORD=%t.sites clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.o
// RUN: env MLGO_INLINE_MODE=default MLGO_INLINE_DECISIONS=%t.sites MLGO_INLINE_STATS_FILE=%t.stats clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.replayed.o
// RUN: cmp %t.o %t.replayed.o
// RUN: FileCheck %s < %t.stats
// RUN: clang-19 -Oz -c %s -o %t.stock.o
// RUN: not cmp %t.o %t.stock.o
//
// The keys are those of LLVM 22.
// RUN: rm -f %t.new
// RUN: env MLGO_INLINE_MODEL=%policies/opposite.mlgo MLGO_INLINE_RECORD=%t.new %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o
// RUN: cut -f1-4 %t.sites > %t.old-keys
// RUN: cut -f1-4 %t.new | cmp - %t.old-keys

// CHECK: decisions=4 inlined=1 differ=4 abstained=0 matched=4

void sink(int);

// Not so cheap that no policy is asked.
static int small(int x) { return ((x * 7) ^ (x >> 3)) + 1; }

static int large(int x) {
  for (int i = 0; i < x; ++i)
    sink(x * i), sink(x + i), sink(x - i), sink(x ^ i);
  return x;
}

int caller(int x) { return small(x) * small(x ^ 3); }
int loops(int x) { return large(x) + large(x + 3); }
