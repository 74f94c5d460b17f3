// Small constants are moved where a push and a pop would have to be described
// in an unwind table: that takes more bytes.
//
// RUN: %clang -Oz -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -verify-machineinstrs -load %regalloc %t.bc -o - | FileCheck %s
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock && llc -O2 -filetype=obj -load %regalloc %t.bc -o %t.o
// RUN: llvm-size-22 %t.stock | tail -n 1 > %t.sizes && llvm-size-22 %t.o | tail -n 1 >> %t.sizes
// RUN: awk '{ Bytes[NR] = $1 } END { exit Bytes[2] < Bytes[1] ? 0 : 1 }' %t.sizes
//
// Elsewhere LLVM's three bytes are less than five:
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-stock-constants %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: env MLGO_REGALLOC_STOCK_CONSTANTS=1 llc -O2 -filetype=obj -load %regalloc %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: %clang -Oz -fno-asynchronous-unwind-tables -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -load %regalloc %t.bc -o - | FileCheck %s --check-prefix=PUSH
// RUN: %clang -Oz -fno-asynchronous-unwind-tables -g -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -load %regalloc %t.bc -o - | FileCheck %s --check-prefix=PUSH
// RUN: %clang -Oz -fno-omit-frame-pointer -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -load %regalloc %t.bc -o - | FileCheck %s --check-prefix=PUSH
//
// It is the same program:
// RUN: %clang -Oz -DMAIN %s -o %t.stock && %t.stock > %t.expected
// RUN: %clang -Oz -DMAIN -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc %s -o %t.exe && %t.exe | cmp - %t.expected

long ask(long X, int Y, long Z);

// CHECK-LABEL: numbers:
// CHECK-NOT: pushq ${{.*}}
// CHECK-DAG: movl $100, %e
// CHECK-DAG: movq $-100, %r
// CHECK: .cfi_endproc
// PUSH-LABEL: numbers:
// PUSH-DAG: pushq $100
// PUSH-DAG: pushq $-100
long numbers(long X) { return ask(-100, 100, X) + X; }

#ifdef MAIN
#include <stdio.h>
long ask(long X, int Y, long Z) { return X * Y + Z; }
int main(void) {
  printf("%ld\n", numbers(3));
  return 0;
}
#endif
