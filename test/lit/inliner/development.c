// A model under training decides as it does in release mode, whatever is logged
// and however it is scored; the log has LLVM's columns.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -Oz -ffunction-sections -fdata-sections -fpass-plugin=%plugin -c %s -o %t/release.o
// RUN: for reward in none native functions; do %clang -Oz -ffunction-sections -fdata-sections -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=development -mllvm -mlgo-inline-model=%models/inline-size.mlgo -mllvm -mlgo-inline-training-log=%t/$reward.log -mllvm -mlgo-inline-reward=$reward -c %s -o %t/$reward.o && cmp %t/release.o %t/$reward.o && mlgo log check %t/$reward.log || exit 1; done
//
// Without a model stock decides.
// RUN: %clang -Oz -c %s -o %t/stock.o
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=development -mllvm -mlgo-inline-training-log=%t/stock.log -mllvm -mlgo-inline-reward=native -c %s -o %t/logged.o
// RUN: cmp %t/stock.o %t/logged.o
//
// Nothing scored, all the module's size at the end, or what each call changed.
// RUN: mlgo log to-csv %t/none.log | head -1 | FileCheck %s --check-prefix=COLUMNS
// RUN: mlgo log to-csv %t/native.log | sed '1d;$d;s/.*,//' | sort -u | FileCheck %s --check-prefix=ZERO
// RUN: llvm-size %t/release.o | awk 'NR == 2 {print $1}' > %t/size
// RUN: mlgo log to-csv %t/native.log | sed -n '$s/.*,//p' | cmp - %t/size
// RUN: mlgo log to-csv %t/functions.log | FileCheck %s --check-prefix=CHANGES
//
// LLVM's features alone, wherever LLVM's own advisor asks.
// RUN: for policy in always never opposite; do %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-features=llvm -mllvm -mlgo-inline-include-default -mllvm -mlgo-inline-model=%policies/$policy.mlgo -c %s -o %t/a.o && %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-features=llvm -mllvm -mlgo-inline-mode=development -mllvm -mlgo-inline-model=%policies/$policy.mlgo -mllvm -mlgo-inline-training-log=%t/llvm.log -mllvm -mlgo-inline-reward=functions -c %s -o %t/b.o && cmp %t/a.o %t/b.o || exit 1; done
// RUN: mlgo log to-csv %t/llvm.log | head -1 | FileCheck %s --check-prefix=LLVM

// COLUMNS: context,observation,sroa_savings,{{.*}},callee_instruction_count,{{.*}},inlining_default,inlining_decision{{$}}
// LLVM: context,observation,sroa_savings,{{.*}},is_caller_avail_external,inlining_default,inlining_decision,delta_size{{$}}
// ZERO: {{^0$}}
// ZERO-NOT: {{.}}

void sink(int);
int source(void);

// Gone when it is inlined: less than before.
static int once(int x) {
  for (int i = 0; i < x; ++i)
    sink(x ^ i);
  return x * 3;
}

static int twice(int x) {
  if (x > 3)
    sink(x), sink(x + 1), sink(x + 2);
  return ((x * 7) ^ (x >> 3)) + source();
}

// CHANGES-DAG: ,1,1,-{{[0-9]+$}}
// CHANGES-DAG: ,0,0,0{{$}}
int first(int x) { return twice(x) + once(source()); }
int second(int x) { return twice(x + 1) * source() + twice(3); }
