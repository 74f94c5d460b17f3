// With the stock advisor's priorities the object is the stock compiler's, byte
// for byte, although our advisor gives, scores and logs all of them. A policy
// that adds nothing to them gives the same.
//
// DEFINE: %{plugin} = -load %regalloc -mlgo-regalloc-mode=default
// RUN: %clang -O2 -emit-llvm -c %S/../regalloc/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-mode=default %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-mode=default -mlgo-priority-stats %t.bc -o %t.o 2>&1 | FileCheck %s && cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-mode=default -mlgo-priority-training-log=%t.log %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: mlgo log check %t.log
// RUN: llc -O2 -filetype=obj %{plugin} -mlgo-priority-model=%policies/priority-as-stock.mlgo -mlgo-priority-stats %t.bc -o %t.o 2>&1 | FileCheck %s && cmp %t.stock %t.o
// RUN: %clang -O3 -c %S/../regalloc/Inputs/pressure.c -o %t.stock
// RUN: env MLGO_PRIORITY_MODEL=%policies/priority-as-stock.mlgo %clang -O3 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-mode=default -mllvm -mlgo-priority-stats -c %S/../regalloc/Inputs/pressure.c -o %t.o 2>&1 | FileCheck %s && cmp %t.stock %t.o

// CHECK: mlgo-priority-stats module={{.*}} functions={{[1-9].*}} decisions={{[1-9].*}} differ=0 abstained=0 clamped=0 stock=0 score={{[1-9]}}
