// A constant comes from a register that has it, or almost has it, where that is
// shorter than a move.
//
// RUN: %clang -Oz -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -verify-machineinstrs -load %regalloc %t.bc -o - | FileCheck %s
// RUN: %clang -Os -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -verify-machineinstrs -load %regalloc %t.bc -o - | FileCheck %s
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock && llc -O2 -filetype=obj -load %regalloc %t.bc -o %t.o
// RUN: llvm-size-22 %t.stock | tail -n 1 > %t.sizes && llvm-size-22 %t.o | tail -n 1 >> %t.sizes
// RUN: awk '{ Bytes[NR] = $1 } END { exit Bytes[2] < Bytes[1] ? 0 : 1 }' %t.sizes
//
// At -O2, and if it is not wanted, all is as in stock:
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-stock-constants %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default %t.bc -o %t.o && cmp %t.stock %t.o
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock && llc -O2 -filetype=obj -load %regalloc %t.bc -o %t.o && cmp %t.stock %t.o
//
// It is the same program, with flags and debug information, too:
// RUN: %clang -Oz -DMAIN %s -o %t.stock && %t.stock > %t.expected
// RUN: %clang -Oz -g -DMAIN -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc %s -o %t.exe && %t.exe | cmp - %t.expected
// RUN: %clang -Os -fno-asynchronous-unwind-tables -DMAIN -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc %s -o %t.exe && %t.exe | cmp - %t.expected

int ask(long A, long B, long C, long D);

// CHECK-LABEL: near:
// CHECK: movl $4096, %[[FIRST:[a-z]+]]
// CHECK-NEXT: leal 1(%r{{[a-z]+}}), %
int near(void) { return ask(4096, 4097, 4000, 4096); }

// The value that another block left is known where only that block leads:
// CHECK-LABEL: later:
// CHECK: movl $70000, %eax
// CHECK: leal 5(%rax), %edi
int later(int *P) {
  __asm__ volatile("" ::"a"(70000));
  return P[2] ? P[3] : ask(70005, 0, 0, 0);
}

// Minus one is written by or, unless flags are in use.
// CHECK-LABEL: minus:
// CHECK-DAG: orl $-1, %e
// CHECK-DAG: orq $-1, %r
int minus(void) { return ask(-1, -1, 0xffffffff, 0x123456789); }

// A store takes it from the register, and so does a part of it.
// CHECK-LABEL: store:
// CHECK: movl $70000, %eax
// CHECK: movl %eax, 12(
// CHECK: movb %al, 2(
void store(int *P, char *C) {
  __asm__ volatile("" ::"a"(70000));
  P[3] = 70000;
  C[2] = 112;
}

// What a call clobbers is not known any more.
// CHECK-LABEL: twice:
// CHECK: callq ask
// CHECK: movl $300, %e
// CHECK: callq ask
int twice(void) { return ask(300, 300, 300, 300) + ask(300, 301, 0, 300); }

#ifdef MAIN
#include <stdio.h>
__attribute__((noinline)) int ask(long A, long B, long C, long D) {
  printf("%ld %ld %ld %ld\n", A, B, C, D);
  return A + B - C;
}
int main(int Count, char **Names) {
  int P[6] = {0, 0, Count - 1, 3, 4, 5};
  printf("%d %d %d %d %d\n", near(), later(P), minus(), later(P + 1),
         twice());
  store(P, (char *)(P + 4));
  for (int I = 0; I < 6; ++I)
    printf("%d\n", P[I]);
  return 0;
}
#endif
