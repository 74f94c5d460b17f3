// With the stock advisor's decisions the object is the stock compiler's, byte
// for byte, however the plugin is loaded and although our advisor makes, scores
// and logs all decisions.
//
// RUN: %clang -O2 -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load-pass-plugin %regalloc -mlgo-regalloc-mode=default %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s && cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default -mlgo-regalloc-training-log=%t.log %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: mlgo log check %t.log
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/as-stock.mlgo %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: %clang -O3 -c %S/Inputs/pressure.c -o %t.stock
// RUN: %clang -O3 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-mode=default -c %S/Inputs/pressure.c -o %t.o && cmp %t.stock %t.o
// RUN: %clang -O3 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-model=%policies/as-stock.mlgo -c %S/Inputs/pressure.c -o %t.o && cmp %t.stock %t.o
// RUN: env MLGO_REGALLOC_MODEL=%policies/as-stock.mlgo %clang -O3 -fpass-plugin=%plugin-22 -fpass-plugin=%regalloc -mllvm -mlgo-inline-mode=default -mllvm -mlgo-regalloc-stats -c %S/Inputs/pressure.c -o %t.o 2>&1 | FileCheck %s && cmp %t.stock %t.o
// RUN: %clang -O0 -c %S/Inputs/pressure.c -o %t.stock
// RUN: %clang -O0 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-model=%policies/first-legal.mlgo -c %S/Inputs/pressure.c -o %t.o && cmp %t.stock %t.o

// CHECK: mlgo-regalloc-stats module={{.*}} functions={{[1-9].*}} decisions={{[1-9].*}} differ=0 abstained=0 clamped=0 stock=0 score={{[1-9]}}
