// The policy for speed that ships decides if the user asks for it; compiled in or
// read from its file, it decides the same.
//
// RUN: %clang -O2 -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: llc -O2 -filetype=obj -verify-machineinstrs -load %regalloc -mlgo-regalloc-assignment=stock -mlgo-regalloc-speed -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-assignment=stock %t.bc -o %t.default && cmp %t.stock %t.default
// RUN: not cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%models/regalloc-evict.mlgo %t.bc -o %t.file && cmp %t.file %t.o
// RUN: mlgo flags evict --objective score > %t.flags
// RUN: %clang -O2 @%t.flags -c %S/Inputs/pressure.c -o %t.clang
// RUN: %clang -O2 -c %t.bc -o %t.bc.stock && not cmp %t.bc.stock %t.clang
// RUN: mlgo model verify %models/regalloc-evict.mlgo

// CHECK: mlgo-regalloc-stats module={{.*}} decisions={{[1-9].*}} differ={{[1-9].*}} clamped=0 stock=0 score={{[1-9]}}
