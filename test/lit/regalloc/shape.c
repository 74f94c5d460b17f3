// A policy may be for some functions only: for those without a long block, or
// with few instructions for each call. Stock decides in others, and lines for
// the debugger change nothing.
//
// RUN: %clang -Oz -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: %clang -Oz -g -emit-llvm -c %S/Inputs/pressure.c -o %t.g.bc
// RUN: mlgo model scope %models/regalloc-evict-oz.mlgo --levels Oz -o %t.all.mlgo
// RUN: mlgo model scope %models/regalloc-evict-oz.mlgo --levels Oz --largest-block 0 -o %t.none.mlgo
// RUN: mlgo model scope %models/regalloc-evict-oz.mlgo --levels Oz --largest-block 60 -o %t.short.mlgo
// RUN: mlgo model scope %models/regalloc-evict-oz.mlgo --levels Oz --instructions-per-call 30 -o %t.calls.mlgo
// RUN: llc -filetype=obj %t.bc -o %t.stock
// RUN: for limit in all none short calls; do \
// RUN:   llc -filetype=obj -load %regalloc -mlgo-regalloc-model=%t.$limit.mlgo %t.bc -o %t.$limit.o && \
// RUN:   llc -filetype=obj -load %regalloc -mlgo-regalloc-model=%t.$limit.mlgo %t.g.bc -o %t.$limit.g.o && \
// RUN:   llvm-objcopy-22 -O binary --only-section=.text %t.$limit.o %t.$limit.text && \
// RUN:   llvm-objcopy-22 -O binary --only-section=.text %t.$limit.g.o %t.$limit.g.text && \
// RUN:   cmp %t.$limit.text %t.$limit.g.text || exit 1; \
// RUN: done
// RUN: cmp %t.stock %t.none.o && not cmp %t.stock %t.all.o
// RUN: not cmp %t.short.o %t.all.o && not cmp %t.short.o %t.stock
// RUN: not cmp %t.calls.o %t.all.o && not cmp %t.calls.o %t.stock
//
// Who changes the rest of what a file says keeps the limits.
//
// RUN: mlgo model scope %t.calls.mlgo --levels Os --largest-block 7 -o %t.both.mlgo
// RUN: mlgo model info %t.both.mlgo | FileCheck %s
// CHECK: instructions_per_call: 30
// CHECK: largest_block: 7
