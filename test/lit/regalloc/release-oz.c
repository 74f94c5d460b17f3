// In functions with minsize the policy for size decides, which ships beside the
// one for speed; compiled in or read from its file, it decides the same.
//
// RUN: %clang -Oz -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: llc -O2 -filetype=obj -verify-machineinstrs -load %regalloc -mlgo-regalloc-stock-constants -mlgo-regalloc-stock-settings -mlgo-regalloc-assignment=stock -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s
// RUN: not cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%models/regalloc-evict-oz.mlgo %t.bc -o %t.file && cmp %t.file %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%models/regalloc-evict.mlgo %t.bc -o %t.speed && not cmp %t.speed %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default %t.bc -o %t.default && cmp %t.stock %t.default
// RUN: mlgo model verify %models/regalloc-evict-oz.mlgo
//

// CHECK: mlgo-regalloc-stats module={{.*}} decisions={{[1-9].*}} differ={{[1-9].*}} clamped=0 stock=0 score={{[1-9]}}
