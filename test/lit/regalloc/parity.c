// Our inputs are LLVM's: a host is sent the same bytes by the stock compiler and
// by the plugin, and its decisions give the same object.
//
// RUN: %clang -O2 -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --policy-rule first --record %t.stock.log -- llc -O2 -filetype=obj %t.bc -o %t.stock.o
// RUN: mlgo host --policy-rule first --record %t.log -- llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel={channel} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
// RUN: mlgo host --model %policies/arbitrary.mlgo --record %t.stock.log -- llc -O2 -filetype=obj %t.bc -o %t.stock.o
// RUN: mlgo host --model %policies/arbitrary.mlgo --record %t.log -- llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel={channel} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
//
// clang, which is told by the environment, is no different.
//
// RUN: mlgo host --policy-rule first --task evict --record %t.stock.log -- %clang -O2 -c %S/Inputs/pressure.c -o %t.stock.o
// RUN: mlgo host --policy-rule first --task evict --record %t.log -- %clang -O2 -fpass-plugin=%regalloc -c %S/Inputs/pressure.c -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
//
// The limits on evictions are LLVM's, too.
//
// RUN: mlgo host --policy-rule first --record %t.stock.log -- llc -O2 -filetype=obj -mlregalloc-max-eviction-count=1 -regalloc-eviction-max-interference-cutoff=3 %t.bc -o %t.stock.o
// RUN: mlgo host --policy-rule first --record %t.log -- llc -O2 -filetype=obj -mlregalloc-max-eviction-count=1 -regalloc-eviction-max-interference-cutoff=3 -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel={channel} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
//
// The same model decides the same in the compiler, where it is asked for legal
// columns only.
//
// RUN: mlgo host --model %policies/arbitrary.mlgo -- llc -O2 -filetype=obj %t.bc -o %t.stock.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/arbitrary.mlgo %t.bc -o %t.o
// RUN: cmp %t.stock.o %t.o
//
// Other registers, other orders: 32 vector registers, another target.
//
// RUN: %clang -O3 -march=x86-64-v4 -mprefer-vector-width=512 -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --policy-rule first --record %t.stock.log -- llc -O2 -filetype=obj %t.bc -o %t.stock.o
// RUN: mlgo host --policy-rule first --record %t.log -- llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel={channel} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
// RUN: %clang -O2 --target=aarch64-linux-gnu -ffreestanding -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --model %policies/arbitrary.mlgo --record %t.stock.log -- llc -O2 -filetype=obj %t.bc -o %t.stock.o
// RUN: mlgo host --model %policies/arbitrary.mlgo --record %t.log -- llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel={channel} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
//
// A target that allocates vectors before all else.
//
// RUN: %clang -O2 --target=riscv64-linux-gnu -march=rv64gcv -ffreestanding -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --model %policies/arbitrary.mlgo --record %t.stock.log -- llc -O2 -filetype=obj %t.bc -o %t.stock.o
// RUN: mlgo host --model %policies/arbitrary.mlgo --record %t.log -- llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel={channel} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
