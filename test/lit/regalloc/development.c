// In development mode decisions, their inputs and scores are logged: a context
// for each function that has any, a reward that is not 0 for its last decision.
//
// RUN: %clang -O2 -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: rm -rf %t.log %t.logs && mkdir %t.logs
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=development -mlgo-regalloc-training-log=%t.log -mlgo-regalloc-stats %t.bc -o %t.o 2>%t.err
// RUN: cmp %t.stock %t.o
// RUN: mlgo log check %t.log
// RUN: mlgo log print %t.log | FileCheck %s
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=development -mlgo-regalloc-model=%policies/first-legal.mlgo -mlgo-regalloc-training-log=%t.logs -mlgo-regalloc-stats %t.bc -o %t.o
// RUN: mlgo log check %t.logs/*.log
// RUN: not cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/first-legal.mlgo %t.bc -o %t.release
// RUN: cmp %t.release %t.o

// CHECK: context: multiply
// CHECK-NEXT: observation: 0
// CHECK-NEXT: mask: 1,1,1,
// CHECK: progress: 0.
// CHECK: index_to_evict: {{[0-9]+}}
// CHECK: outcome: 0
// CHECK: outcome: {{[1-9][0-9.]*$}}
// CHECK-NEXT: context: mix
// CHECK: context: across
// CHECK: context: divide
