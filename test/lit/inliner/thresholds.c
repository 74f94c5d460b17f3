// A policy may correct a heuristic that inlines less than stock's does: at -Os
// stock inlines all three calls; below a cost of 5, whatever is hinted at, that
// of the loop stays inlined, because it runs often. So do all where hot calls are
// guarded, which is the default (hot.c).
//
// RUN: %clang -Os -S -emit-llvm %s -o - | FileCheck %s --check-prefix=STOCK
// RUN: %clang -Os -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-model=%policies/as-thresholds.mlgo -mllvm -mlgo-inline-hot=ignore -S -emit-llvm %s -o - | FileCheck %s --check-prefix=LESS
//
// What the user says is what counts, and nothing changes where the policy does
// not decide:
// RUN: %clang -Os -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-model=%policies/as-thresholds.mlgo -mllvm -inline-threshold=50 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=STOCK
// RUN: %clang -Os -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-model=%policies/as-thresholds.mlgo -mllvm -mlgo-inline-mode=default -S -emit-llvm %s -o - | FileCheck %s --check-prefix=STOCK
// RUN: %clang -O2 -c %s -o %t.stock
// RUN: %clang -O2 -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-model=%policies/as-thresholds.mlgo -c %s -o %t.o && cmp %t.stock %t.o
//
// mlgo why knows the reason:
// RUN: mlgo why %s loop --model %policies/as-thresholds.mlgo -- -Os | FileCheck %s --check-prefix=WHY
// WHY: stock inlines it at a cost of {{[0-9]+}}: the call runs often; the policy is not asked

// Other targets are no other thresholds:
// RUN: mlgo model scope %policies/as-thresholds.mlgo --levels Os --targets aarch64 -o %t.mlgo
// RUN: mlgo model info %t.mlgo | FileCheck %s --check-prefix=KEPT
// KEPT: targets: ["aarch64"]
// KEPT: loop_threshold: 50
// KEPT: {{^}}threshold: 5

int sink(int);

int small(int X) { return sink(X) * 3 + 1; }
static inline int hinted(int X) { return sink(X) + sink(X * 3) * sink(X ^ 5); }

// STOCK-LABEL: @once(
// STOCK-NOT: @small(
// STOCK-NOT: @hinted(
// STOCK: ret
// LESS-LABEL: @once(
// LESS: @small(
// LESS: @hinted(
int once(int X) { return small(X) ^ hinted(X) ^ hinted(X + 1); }

// STOCK-LABEL: @loop(
// STOCK-NOT: @small(
// STOCK: ret
// LESS-LABEL: @loop(
// LESS-NOT: @small(
// LESS: ret
int loop(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += small(I);
  return Sum;
}
