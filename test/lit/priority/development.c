// In development mode priorities, their inputs and scores are logged: a context
// for each function, a reward that is not 0 for its last decision.
//
// DEFINE: %{plugin} = -load %regalloc -mlgo-regalloc-mode=default
// RUN: %clang -O2 -emit-llvm -c %S/../regalloc/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: rm -rf %t.log %t.logs && mkdir %t.logs
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-mode=development -mlgo-priority-training-log=%t.log %t.bc -o %t.o
// RUN: cmp %t.stock %t.o
// RUN: mlgo log check %t.log
// RUN: mlgo log print %t.log | FileCheck %s
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-mode=development -mlgo-priority-model=%policies/priority-reversed.mlgo -mlgo-priority-training-log=%t.logs %t.bc -o %t.o
// RUN: mlgo log check %t.logs/*.log
// RUN: not cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-model=%policies/priority-reversed.mlgo %t.bc -o %t.release
// RUN: cmp %t.release %t.o

// CHECK: context: multiply
// CHECK-NEXT: observation: 0
// CHECK-NEXT: li_size: {{[1-9]}}
// CHECK-NEXT: stage: 1
// CHECK-NEXT: weight: {{[0-9]}}
// CHECK-NEXT: priority: {{[1-9]}}
// CHECK-NEXT: outcome: 0
// CHECK: outcome: {{[1-9][0-9.]*$}}
// CHECK-NEXT: context: mix
