// Whatever a policy answers, only legal choices are carried out: where it
// answers with another column, abstains, or has too few columns, the stock
// advisor decides, and allocation ends.
//
// RUN: %clang -O2 -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: llc -O2 -verify-machineinstrs -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/one.mlgo -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/far.mlgo -mlgo-regalloc-stats %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=FAR < %t.err
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/narrow.mlgo -mlgo-regalloc-stats %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=NARROW < %t.err
// RUN: llc -O2 -verify-machineinstrs -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/first-legal.mlgo -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=LEGAL
// RUN: llc -O2 -verify-machineinstrs -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/arbitrary.mlgo -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=LEGAL
// RUN: llc -O2 -mattr=+egpr -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/first-legal.mlgo -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=LEGAL
// RUN: llc -O3 -mtriple=aarch64 -verify-machineinstrs -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/arbitrary.mlgo %t.bc -o %t.o

// ONE: differ={{[1-9].*}} abstained=0 clamped={{[1-9].*}} stock=0
// FAR: differ=0 abstained={{[1-9].*}} clamped=0 stock=0
// NARROW: decisions=0 {{.*}} clamped=0 stock={{[1-9]}}
// LEGAL: decisions={{[1-9].*}} evicted={{[1-9].*}} differ={{[1-9].*}} abstained=0 clamped=0 stock=0
