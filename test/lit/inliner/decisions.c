// What was recorded is replayed to the same object, byte for byte, in C; sites
// that the file does not know go to the policy.
//
// RUN: rm -f %t.sites
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/opposite.mlgo -mllvm -mlgo-inline-record=%t.sites -c %s -o %t.recorded.o
// RUN: FileCheck %s --check-prefix=FILE < %t.sites
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/opposite.mlgo -c %s -o %t.policy.o
// RUN: cmp %t.recorded.o %t.policy.o
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-decisions=%t.sites -mllvm -mlgo-inline-stats -c %s -o %t.replayed.o 2>%t.err
// RUN: cmp %t.recorded.o %t.replayed.o
// RUN: FileCheck %s --check-prefix=ALL < %t.err
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-decisions=%t.sites -c %s -o %t.replayed.o 2>&1 | count 0
// RUN: cmp %t.recorded.o %t.replayed.o
// RUN: %clang -Oz -c %s -o %t.stock.o
// RUN: not cmp %t.recorded.o %t.stock.o
//
// Debug information changes no key and no decision.
// RUN: rm -f %t.debug
// RUN: %clang -Oz -g -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/opposite.mlgo -mllvm -mlgo-inline-record=%t.debug -c %s -o %t.debug.o
// RUN: cmp %t.debug %t.sites
// RUN: %clang -Oz -g -fpass-plugin=%plugin -mllvm -mlgo-inline-decisions=%t.sites -c %s -o %t.debug.o
// RUN: llvm-objcopy --strip-debug %t.debug.o
// RUN: llvm-objdump -d -r --no-leading-addr --section=.text %t.debug.o | tail -n +3 > %t.debug.text
// RUN: llvm-objdump -d -r --no-leading-addr --section=.text %t.replayed.o | tail -n +3 > %t.text
// RUN: cmp %t.debug.text %t.text
//
// One known site among unknown ones: %t.one says no where stock and the policy
// say yes.
// RUN: (echo '# mlgo-inline-decisions 1'; printf '0\tcaller\tsmall\tsmall#1\n') > %t.one
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/always.mlgo -mllvm -mlgo-inline-decisions=%t.one -mllvm -mlgo-inline-stats -Rpass=inline -Rpass-missed=inline -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-decisions=%t.one -Rpass=inline -Rpass-missed=inline -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DEFAULT

void sink(int);

// Not so cheap that no policy is asked.
static int small(int x) { return ((x * 7) ^ (x >> 3)) + 1; }

static int large(int x) {
  for (int i = 0; i < x; ++i)
    sink(x * i), sink(x + i), sink(x - i), sink(x ^ i);
  return x;
}

// FILE: # mlgo-inline-decisions 1
// FILE-DAG: 0	caller	small	small#0	{{.*}}inlining_default=1
// FILE-DAG: 0	caller	small	small#1
// FILE-DAG: 1	loops	large	large#0
// FILE-DAG: 0	loops	large	large#1
// ALL: decisions=4 inlined=1 differ=4 abstained=0 matched=4
// ONE: remark: 'small' inlined into 'caller' as decided by the policy
// ONE: remark: 'small' not inlined into 'caller' as decided by the decisions file
// ONE: decisions=4 inlined=3 {{.*}} matched=1
// DEFAULT: remark: 'small' inlined into 'caller' as decided by the stock heuristic
// DEFAULT: remark: 'small' not inlined into 'caller' as decided by the decisions file
int caller(int x) { return small(x) * small(x ^ 3); }
int loops(int x) { return large(x) + large(x + 3); }
