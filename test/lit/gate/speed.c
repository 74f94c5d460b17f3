// In functions that are not to be small policies decide about other passes,
// and `late` decisions change nothing that inlining sees.
//
// Without jumps in place of calls no pass is needed for them.
//
// DEFINE: %{flags} = -O2 -fno-optimize-sibling-calls -fpass-plugin=%gate -mllvm -mlgo-gate-stats
// RUN: %clang %{flags} -mllvm -mlgo-gate-model=%policies/no-pass-fast.mlgo -c %loops -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -O2 -c %loops -o %t.stock
// RUN: %clang -O2 -fpass-plugin=%gate -c %loops -o %t.o && cmp %t.stock %t.o
// RUN: printf '# mlgo-gate-decisions 1\n0\t*\tsimplifycfg\tlate\n' > %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: printf '# mlgo-gate-decisions 1\n0\t*\tsimplifycfg\t*\n' > %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=ALWAYS

// CHECK: mlgo-gate-stats module={{.*}} differ={{[1-9][0-9]*}} abstained=0 simplifycfg={{[1-9][0-9]*/[0-9]+}} early-machinelicm={{[1-9][0-9]*/[0-9]+$}}
// LATE: simplifycfg=[[SOME:[0-9]+]]/[[ALL:[0-9]+]]
// LATE-NOT: simplifycfg=[[ALL]]/
// ALWAYS: simplifycfg=[[ALL:[0-9]+]]/[[ALL]]
