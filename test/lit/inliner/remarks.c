// Remarks name callee, caller and who decided, under the options that people
// already use.
//
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/opposite.mlgo -Rpass=inline -Rpass-missed=inline -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/abstaining.mlgo -Rpass=inline -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ABSTAIN

void sink(int);

static int small(int x) { return x + 1; }

static int large(int x) {
  for (int i = 0; i < x; ++i)
    sink(x * i), sink(x + i), sink(x - i), sink(x ^ i);
  return x;
}

// CHECK: remark: 'small' not inlined into 'caller' as decided by the policy
// ABSTAIN: remark: 'small' inlined into 'caller' as decided by the stock heuristic (policy abstained)
int caller(int x) { return small(x) + small(x + 3); }

// CHECK: remark: 'large' inlined into 'loops' as decided by the policy
int loops(int x) { return large(x) + large(x + 3); }
