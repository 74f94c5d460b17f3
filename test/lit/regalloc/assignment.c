// Live ranges get registers whose instructions need the fewest bytes.
//
// RUN: %clang -Oz -fno-asynchronous-unwind-tables -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -verify-machineinstrs -load %regalloc -mlgo-regalloc-assignment=exact %t.bc -o - | FileCheck %s
// RUN: llc -O2 -filetype=asm %t.bc -o - | FileCheck %s --check-prefix=STOCK
//
// What the statistics call saved is what the assembler saves, where nothing
// else depends on registers:
// RUN: for file in %s %S/Inputs/pressure.c; do \
// RUN:   %clang -Oz -fno-asynchronous-unwind-tables -emit-llvm -c $file -o %t.exact.bc && \
// RUN:   for option in stock exact; do \
// RUN:     llc -O2 -filetype=obj -mc-relax-all -enable-tail-merge=0 -disable-branch-fold -disable-copyprop -enable-shrink-wrap=false \
// RUN:       -load %regalloc -mlgo-regalloc-stock-constants -mlgo-regalloc-stats -mlgo-regalloc-assignment=$option %t.exact.bc -o %t.$option.o 2>%t.$option.stats || exit 1; \
// RUN:   done && \
// RUN:   llvm-size-22 -A %t.stock.o %t.exact.o | awk '$1 == ".text" { print $2 }' > %t.sizes && \
// RUN:   sed -n 's/.* saved=\([0-9-]*\).*/\1/p' %t.exact.stats >> %t.sizes && \
// RUN:   awk '{ Bytes[NR] = $1 } END { exit NR == 3 && Bytes[3] > 0 && Bytes[1] - Bytes[2] == Bytes[3] ? 0 : 1 }' %t.sizes || exit 1; \
// RUN: done
// RUN: FileCheck %s --check-prefix=STATS < %t.exact.stats
// RUN: FileCheck %s --check-prefix=NONE < %t.stock.stats
//
// At -O2 no instruction is added:
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm %t.bc -o %t.stock.s && llc -O2 -filetype=asm -verify-machineinstrs -load %regalloc -mlgo-regalloc-assignment=exact %t.bc -o %t.s
// RUN: not cmp -s %t.stock.s %t.s
// RUN: grep -cP '^\t[a-z]' %t.stock.s > %t.counts && grep -cP '^\t[a-z]' %t.s >> %t.counts
// RUN: awk '{ Count[NR] = $1 } END { exit NR == 2 && Count[2] <= Count[1] ? 0 : 1 }' %t.counts
//
// It is the default. If it is not wanted, all is as in stock:
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock.o
// RUN: llc -O2 -filetype=obj -load %regalloc %t.bc -o %t.o && not cmp -s %t.stock.o %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-assignment=exact %t.bc -o %t.asked.o && cmp %t.asked.o %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-assignment=stock %t.bc -o %t.o && cmp %t.stock.o %t.o
// RUN: env MLGO_REGALLOC_ASSIGNMENT=stock llc -O2 -filetype=obj -load %regalloc %t.bc -o %t.o && cmp %t.stock.o %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=default -mlgo-regalloc-assignment=exact %t.bc -o %t.o && cmp %t.stock.o %t.o
// RUN: for option in assignment hot; do \
// RUN:   llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-$option=other %t.bc -o %t.o 2>%t.err && cmp %t.stock.o %t.o && FileCheck %s --check-prefix=WORD < %t.err || exit 1; \
// RUN: done
//
// Debug information changes no instruction:
// RUN: for level in -Oz -O2; do \
// RUN:   for flag in -g0 -g; do \
// RUN:     %clang $level $flag -fpass-plugin=%regalloc -c %S/Inputs/pressure.c -o %t$flag.o && llvm-objcopy-22 -O binary --only-section=.text %t$flag.o %t$flag.text || exit 1; \
// RUN:   done && cmp %t-g0.text %t-g.text || exit 1; \
// RUN: done
//
// It is the same program:
// RUN: %clang -Oz -DMAIN %s -o %t.stock && %t.stock > %t.expected
// RUN: for flags in -O1 -Oz "-O2 -g" "-Os -fno-omit-frame-pointer" "-O3 -march=x86-64-v3"; do \
// RUN:   %clang $flags -DMAIN -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-assignment=exact -mllvm -verify-machineinstrs %s -o %t.exe && %t.exe | cmp - %t.expected || exit 1; \
// RUN: done

// STATS: reassigned={{[1-9][0-9]*}} saved={{[1-9]}}
// NONE: reassigned=0 saved=0
// WORD: warning: {{.*}}mlgo regalloc: {{.*}}other

int ask(long A, long B);

// rbp is as good as r14, and needs no prefix.
// CHECK-LABEL: two:
// CHECK-NOT: %r1
// CHECK: retq
// STOCK-LABEL: two:
// STOCK: pushq %r14
long two(long A, long B) { return ask(A, B) + A * B; }

// Another convention is left alone.
// CHECK-LABEL: handler:
// CHECK: retq
__attribute__((preserve_most)) void handler(long *P) {
  for (long I = 0; I < 9; ++I)
    P[I] = ask(P[I], I) + P[I + 1];
}

// Assembly and fixed registers have theirs.
// CHECK-LABEL: fixed:
// CHECK: cpuid
unsigned fixed(unsigned Leaf, unsigned char *Bytes, int Count) {
  unsigned A = Leaf, B = 0, C = 0, D = 0, Sum = 0;
  for (int I = 0; I < Count; ++I) {
    __asm__ volatile("cpuid" : "+a"(A), "=b"(B), "+c"(C), "=d"(D));
    unsigned char Byte = Bytes[I] / 3;
    __asm__ volatile("xorb %1, %0" : "+q"(Byte) : "r"(Bytes[I]));
    Sum += Byte * (unsigned char)(Byte + I);
    A = Leaf;
  }
  return Sum;
}

double mean(const double *P, const float *W, int Count) {
  double Sum = 0, Weights = 0, Most = 0, Least = 1e9;
  for (int I = 0; I < Count; ++I) {
    Sum += P[I] * W[I];
    Weights += W[I];
    Most = P[I] > Most ? P[I] : Most;
    Least = P[I] < Least ? P[I] : Least;
  }
  return Sum / Weights + (Most - Least);
}

#ifdef MAIN
#include <stdio.h>
__attribute__((noinline)) int ask(long A, long B) { return (int)(A * 7 - B); }
int main(int Count, char **Names) {
  long P[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, Count};
  double D[5] = {1, 4, 2, 8, 3};
  float W[5] = {1, 2, 1, 2, 1};
  handler(P);
  printf("%ld %u %g\n", two(90, 7), fixed(0, (unsigned char *)"abcdefgh", 8),
         mean(D, W, 5));
  for (int I = 0; I < 10; ++I)
    printf("%ld\n", P[I]);
  return 0;
}
#endif
