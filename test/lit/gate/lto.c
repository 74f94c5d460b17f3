// The link decides: before it nothing is left out. With full LTO there are
// trials; with ThinLTO on several threads there is a warning instead.
//
// RUN: %clang -Oz -flto -fpass-plugin=%gate -mllvm -mlgo-gate-effort=2 -c %loops -o %t.o
// RUN: %clang -Oz -flto -c %loops -o %t.stock
// RUN: cmp %t.stock %t.o
// RUN: %clang -Oz -flto -c %s -o %t.main.o
// RUN: env MLGO_GATE_STATS=1 MLGO_GATE_EFFORT=8 MLGO_GATE_HOT=ignore %clang -Oz -flto -fuse-ld=lld -Wl,--load-pass-plugin=%gate %t.o %t.main.o -o %t.full 2>&1 | FileCheck %s
// RUN: %t.full
// RUN: %clang -Oz -flto=thin -c %loops -o %t.o
// RUN: %clang -Oz -flto=thin -c %s -o %t.main.o
// RUN: env MLGO_GATE_STATS=1 MLGO_GATE_EFFORT=2 %clang -Oz -flto=thin -fuse-ld=lld -Wl,--thinlto-jobs=3 -Wl,--load-pass-plugin=%gate %t.o %t.main.o -o %t.thin 2>&1 | FileCheck %s --check-prefix=THIN
// RUN: %t.thin

// CHECK: mlgo-gate-stats module={{.*}} differ={{[1-9]}}
// THIN-DAG: note: mlgo gate: trials need a compiler of one thread, found {{[0-9]+}}; the policy decides alone
// THIN-DAG: mlgo-gate-stats module={{.*}} differ={{[1-9]}}

int sum(const int *, int, int);
int classify(int, int);
__attribute__((noinline)) int compute(int x) { return x * 3; }
__attribute__((noinline)) void emit(const char *text, ...) {
  __asm__ volatile("" : : "r"(text));
}

int main(void) {
  const int values[] = {1, 2, 3, 4};
  return sum(values, 4, 5) == 200 && classify(1, 5) == 5 ? 0 : 1;
}
