// On RV64 live ranges get registers that compressed instructions take.
//
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -O2 -fno-asynchronous-unwind-tables -emit-llvm -ffreestanding -c %S/Inputs/pressure.c -o %t.bc
// RUN: for option in stock exact wild; do \
// RUN:   llc -O2 -filetype=obj -relocation-model=pic -enable-tail-merge=0 -disable-branch-fold -disable-copyprop -enable-shrink-wrap=false -verify-machineinstrs \
// RUN:     -load %regalloc -mlgo-regalloc-stats -mlgo-regalloc-assignment=$option %t.bc -o %t.$option.o 2>%t.$option.stats || exit 1; \
// RUN: done
// RUN: not cmp -s %t.stock.o %t.wild.o
//
// What the statistics call saved is what the assembler saves:
// RUN: llvm-size-22 -A %t.stock.o %t.exact.o | awk '$1 == ".text" { print $2 }' > %t.sizes
// RUN: sed -n 's/.* saved=\([0-9-]*\).*/\1/p' %t.exact.stats >> %t.sizes
// RUN: awk '{ Bytes[NR] = $1 } END { exit NR == 3 && Bytes[3] > 30 && Bytes[1] - Bytes[2] == Bytes[3] ? 0 : 1 }' %t.sizes
//
// No instruction is added:
// RUN: for option in stock exact; do llvm-objdump-22 -d --no-show-raw-insn %t.$option.o | grep -cP '^ +[0-9a-f]+:' || exit 1; done > %t.counts
// RUN: awk '{ Count[NR] = $1 } END { exit NR == 2 && Count[2] <= Count[1] ? 0 : 1 }' %t.counts
//
// If it is not wanted, all is as in stock:
// RUN: llc -O2 -filetype=obj %t.bc -o %t.o
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-assignment=stock %t.bc -o %t.own.o && cmp %t.o %t.own.o
// RUN: llc -O2 -filetype=obj -load %regalloc %t.bc -o %t.own.o && not cmp -s %t.o %t.own.o
//
// Reserved registers stay so, and vectors, where registers are saved together,
// and without compressed instructions all verifies:
// RUN: for flags in "-O2 -ffixed-x18 -ffixed-x28" "-O1 -fno-omit-frame-pointer" "-Os -march=rv64gcv" "-Oz -msave-restore" "-O2 -march=rv64g" "-O3 -march=rv64gc_zba_zbb_zcb" \
// RUN:     "-Oz -march=rv64imac_zcmp -mabi=lp64" "-O2 -march=rv64ima_zfinx -mabi=lp64"; do \
// RUN:   for option in exact wild; do \
// RUN:     %clang --target=riscv64-linux-gnu -march=rv64gc $flags -ffreestanding -S -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-assignment=$option -mllvm -verify-machineinstrs \
// RUN:       -mllvm -enable-machine-outliner=never %S/Inputs/pressure.c -o %t.s || exit 1; \
// RUN:     case $flags in *fixed*) not grep -E '\b(s2|t3)\b' %t.s || exit 1;; esac; \
// RUN:   done; \
// RUN: done
//
// An operation whose result has the register of an operand is compressed:
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -O2 -S %s -o - | FileCheck %s --check-prefix=STOCK
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -O2 -fpass-plugin=%regalloc -S %s -o - | FileCheck %s
//
// Interrupts and other conventions are left alone.
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -O2 -DOTHER -S %s -o %t.stock.s
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -O2 -DOTHER -fpass-plugin=%regalloc -S %s -o %t.s && cmp %t.stock.s %t.s
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -O2 -DOTHER -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-assignment=wild -S %s -o %t.s && cmp %t.stock.s %t.s

#ifdef OTHER
int setjmp(void *) __attribute__((returns_twice));
void use(long *);
__attribute__((interrupt)) void onInterrupt(void) {
  extern long Table[9];
  for (long I = 1; I < 9; ++I)
    Table[I] ^= Table[I - 1] + (Table[0] & I);
}
long twice(long *P, long N) {
  if (setjmp(P))
    N += P[0] & P[1];
  use(P);
  return N ^ P[2];
}
// Its frame needs registers that are found later.
long large(long N) {
  long Room[900];
  use(Room);
  return Room[N] ^ Room[3] & Room[899];
}
#else
// CHECK-LABEL: mix:
// CHECK: xor a3, a3, a4
// STOCK: xor a7, a4, a3
long mix(long *P, long N, long A, long B, long C, long D) {
  long S = 0;
  for (long I = 0; I < N; ++I) {
    S = (S ^ P[I]) & (A | S);
    S |= B ^ P[C];
    S -= D & P[I];
  }
  return S;
}
#endif
