// A part of a function's evictions may be answered otherwise, where a policy for
// size decides them: other code that is right and does the same, and the same
// each time. What was chosen can be recorded and decided again.
//
// DEFINE: %{clang} = %clang -fpass-plugin=%all-22 -mllvm -mlgo-regalloc-hot=ignore -mllvm -verify-machineinstrs -c %S/../regalloc/Inputs/pressure.c
// RUN: printf '# mlgo-gate-decisions 1\n' > %t.all
// RUN: for i in 1 2 3 4 5 6 7 8; do printf '0\t*\tevictions-%%d\t*\n' $i; done >> %t.all
// RUN: printf '# mlgo-gate-decisions 1\n0\t*\tevictions-2\t*\n' > %t.two
// RUN: %{clang} -Oz -o %t.policy.o
// RUN: %{clang} -Oz -mllvm -mlgo-gate-decisions=%t.all -o %t.all.o
// RUN: %{clang} -Oz -mllvm -mlgo-gate-decisions=%t.two -mllvm -mlgo-gate-record=%t.record -o %t.two.o
// RUN: not cmp %t.policy.o %t.all.o && not cmp %t.policy.o %t.two.o && not cmp %t.all.o %t.two.o
// RUN: FileCheck %s < %t.record
// CHECK: 0{{.}}{{[^ ]+}}{{.}}evictions-2{{.}}0
// RUN: %{clang} -Oz -mllvm -mlgo-gate-decisions=%t.record -o %t.again.o && cmp %t.two.o %t.again.o
//
// In functions for speed nobody asks:
// RUN: %{clang} -O2 -o %t.stock.o
// RUN: %{clang} -O2 -mllvm -mlgo-gate-decisions=%t.all -o %t.speed.o && cmp %t.stock.o %t.speed.o
//
// RUN: %clang -O2 %S/../regalloc/runs-the-same_exec.c %S/../regalloc/Inputs/pressure.c -o %t.stock && %t.stock > %t.expected
// RUN: %clang -Oz -fpass-plugin=%all-22 -mllvm -mlgo-regalloc-hot=ignore -mllvm -mlgo-gate-decisions=%t.all %S/../regalloc/runs-the-same_exec.c %S/../regalloc/Inputs/pressure.c -o %t.other && %t.other | cmp %t.expected -
