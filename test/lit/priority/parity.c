// Our first inputs are LLVM's: a host is sent the same bytes by the stock
// compiler and by the plugin, and its decisions give the same object.
//
// DEFINE: %{stock} = -regalloc-enable-priority-advisor=release -regalloc-priority-interactive-channel-base={channel}
// DEFINE: %{own} = -load %regalloc -mlgo-regalloc-mode=default -mlgo-priority-mode=interactive -mlgo-priority-channel={channel}
// RUN: %clang -O2 -emit-llvm -c %S/../regalloc/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --policy-rule alternate --record %t.stock.log -- llc -O2 -filetype=obj %{stock} %t.bc -o %t.stock.o
// RUN: mlgo host --policy-rule alternate --record %t.log -- llc -O2 -filetype=obj %{own} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.stock.log -- llc -O2 -filetype=obj %{stock} %t.bc -o %t.stock.o
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.log -- llc -O2 -filetype=obj %{own} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
// RUN: mlgo log print %t.log | FileCheck %s
//
// The same model decides the same in the compiler.
//
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default -mlgo-priority-model=%policies/priority-arbitrary.mlgo %t.bc -o %t.o
// RUN: cmp %t.stock.o %t.o
//
// Other registers and another target are no different.
//
// RUN: %clang -O3 -march=x86-64-v4 -mprefer-vector-width=512 -emit-llvm -c %S/../regalloc/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.stock.log -- llc -O2 -filetype=obj %{stock} %t.bc -o %t.stock.o
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.log -- llc -O2 -filetype=obj %{own} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
// RUN: %clang -O2 --target=aarch64-linux-gnu -ffreestanding -emit-llvm -c %S/../regalloc/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.stock.log -- llc -O2 -filetype=obj %{stock} %t.bc -o %t.stock.o
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.log -- llc -O2 -filetype=obj %{own} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o
// RUN: %clang -O2 --target=riscv64-linux-gnu -march=rv64gcv -ffreestanding -emit-llvm -c %S/../regalloc/Inputs/pressure.c -o %t.bc
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.stock.log -- llc -O2 -filetype=obj %{stock} %t.bc -o %t.stock.o
// RUN: mlgo host --model %policies/priority-arbitrary.mlgo --record %t.log -- llc -O2 -filetype=obj %{own} %t.bc -o %t.o
// RUN: cmp %t.stock.log %t.log
// RUN: cmp %t.stock.o %t.o

// CHECK: context: multiply
// CHECK-NEXT: observation: 0
// CHECK-NEXT: li_size: {{[1-9]}}
// CHECK-NEXT: stage: 1
// CHECK-NEXT: weight: {{[0-9]}}
