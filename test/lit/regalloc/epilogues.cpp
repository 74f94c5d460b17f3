// At -Oz unwind tables do not describe epilogues, as LLVM has it on AArch64.
//
// RUN: %clang -Oz -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -verify-machineinstrs -load %regalloc %t.bc -o - | FileCheck %s
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -Oz -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc -S %s -o - | FileCheck %s --check-prefix=RISCV
//
// Elsewhere, and if the user says so, they do:
// RUN: llc -O2 -filetype=asm -load %regalloc -mlgo-regalloc-stock-epilogues %t.bc -o - | FileCheck %s --check-prefix=STOCK
// RUN: env MLGO_REGALLOC_STOCK_EPILOGUES=1 llc -O2 -filetype=asm -load %regalloc %t.bc -o - | FileCheck %s --check-prefix=STOCK
// RUN: llc -O2 -filetype=asm -load %regalloc -mlgo-regalloc-mode=default %t.bc -o - | FileCheck %s --check-prefix=STOCK
// RUN: %clang -Os -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -load %regalloc %t.bc -o - | FileCheck %s --check-prefix=STOCK
//
// Exceptions find their way from code that follows an epilogue, with and
// without a frame pointer:
// RUN: for flag in -fomit-frame-pointer -fno-omit-frame-pointer; do \
// RUN:   %clang -Oz $flag -DMAIN -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc %s -lstdc++ -o %t.exe && %t.exe 2 && %t.exe 3 || exit 1; \
// RUN: done
//
// Where it is unwound from calls, the table says the same:
// RUN: %clang -Oz -DMAIN %s -lstdc++ -o %t.stock
// RUN: %clang -Oz -DMAIN -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc %s -lstdc++ -o %t.exe
// RUN: python3 %S/../../regalloc/unwind-rows.py %t.stock %t.exe
// RUN: llvm-objcopy-22 --remove-section=.eh_frame %t.exe %t.none
// RUN: not python3 %S/../../regalloc/unwind-rows.py %t.stock %t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: either{{.*}}: stock CFA=RSP+48: {{.*}}, other none

int ask(int X);
int tell(int X);

// CHECK-LABEL: either
// CHECK: callq
// CHECK-NOT: .cfi_
// CHECK: popq
// CHECK-NOT: .cfi_
// CHECK: jmp
// CHECK-NOT: .cfi_
// CHECK: callq
// CHECK: .cfi_endproc
// RISCV-LABEL: either
// RISCV: call
// RISCV-NOT: .cfi_
// RISCV: tail
// RISCV: .cfi_endproc
// STOCK-LABEL: either
// STOCK: callq
// STOCK: popq
// STOCK-NEXT: .cfi_def_cfa_offset
__attribute__((noinline)) int either(int X, int Y) {
  const int First = ask(X);
  if (First != Y)
    return tell(First + X);
  for (int I = 0; I < Y; ++I)
    X += ask(X + I) * First;
  return ask(X) + X;
}

#ifdef MAIN
#include <cstdlib>

int Calls;

__attribute__((noinline)) int ask(int X) {
  if (++Calls > 3)
    throw Calls;
  return X;
}

__attribute__((noinline)) int tell(int X) { return ask(X) + 1; }

// Zero if the call after the epilogue is left by an exception for 2, and not for
// others, and things are as they were.
int main(int, char **Arguments) {
  volatile int Kept = 7;
  const int X = std::atoi(Arguments[1]);
  try {
    if (either(X, 2) == 2 * X + 1 && X != 2 && Calls == 2)
      return 0;
  } catch (int Thrown) {
    return Kept == 7 && Thrown == 4 && X == 2 ? 0 : 1;
  }
  return 1;
}
#endif
