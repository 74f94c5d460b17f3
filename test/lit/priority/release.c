// Without a policy nothing changes; a policy in a file decides, and whatever it
// says, machine code stays sound and allocation ends.
//
// DEFINE: %{plugin} = -load %regalloc -mlgo-regalloc-mode=default
// RUN: %clang -O2 -emit-llvm -c %S/../regalloc/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: llc -O2 -filetype=obj %{plugin} %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: llc -O2 -verify-machineinstrs -filetype=obj %{plugin} -mlgo-priority-model=%policies/priority-reversed.mlgo -mlgo-priority-stats %t.bc -o %t.o 2>&1 | FileCheck %s
// RUN: not cmp %t.stock %t.o
// RUN: llc -O2 -verify-machineinstrs -filetype=obj %{plugin} -mlgo-priority-model=%policies/priority-wild.mlgo -mlgo-priority-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=WILD
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-model=%policies/priority-far.mlgo -mlgo-priority-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: cmp %t.stock %t.o
//
// Evictions are decided by their own policy at the same time.
//
// RUN: llc -O2 -verify-machineinstrs -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/arbitrary.mlgo -mlgo-priority-model=%policies/priority-reversed.mlgo -mlgo-priority-stats -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=BOTH
//
// A policy for something else is refused.
//
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-model=%policies/always.mlgo %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=TASK
// RUN: cmp %t.stock %t.o

// CHECK: mlgo-priority-stats module={{.*}} decisions={{[1-9].*}} differ={{[1-9].*}} abstained=0 clamped=0 stock=0 score={{[1-9]}}
// WILD: clamped={{[1-9].*}} stock=0
// FAR: differ=0 abstained={{[1-9].*}} clamped=0 stock=0
// BOTH-DAG: mlgo-priority-stats {{.*}} differ={{[1-9]}}
// BOTH-DAG: mlgo-regalloc-stats {{.*}} differ={{[1-9]}}
// TASK: warning: mlgo priority: {{.*}}always.mlgo: task is 'inline-oz', expected 'regalloc-priority'
