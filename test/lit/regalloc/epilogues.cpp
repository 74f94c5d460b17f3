// If the user says so, unwind tables at -Oz do not describe epilogues, as LLVM
// has it on AArch64.
//
// RUN: %clang -Oz -emit-llvm -c %s -o %t.bc
// RUN: llc -O2 -filetype=asm -verify-machineinstrs -load %regalloc -mlgo-regalloc-drop-epilogues %t.bc -o - | FileCheck %s
// RUN: env MLGO_REGALLOC_DROP_EPILOGUES=1 llc -O2 -filetype=asm -load %regalloc %t.bc -o - | FileCheck %s
//
// Elsewhere they do:
// RUN: llc -O2 -filetype=asm -load %regalloc %t.bc -o - | FileCheck %s --check-prefix=STOCK
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -Oz -S %s -o %t.stock.s
// RUN: env MLGO_REGALLOC_DROP_EPILOGUES=1 %clang --target=riscv64-linux-gnu -march=rv64gc -Oz -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-stock-settings -S %s -o %t.s && cmp %t.stock.s %t.s
// RUN: %clang -Os -emit-llvm -c %s -o %t.os.bc
// RUN: llc -O2 -filetype=asm -load %regalloc -mlgo-regalloc-drop-epilogues %t.os.bc -o - | FileCheck %s --check-prefix=STOCK
//
// Nothing is outlined from a function whose table lacks rows:
// RUN: %clang -Oz -DREPEAT -emit-llvm -c %s -o %t.repeat.bc
// RUN: llc -O2 -enable-machine-outliner=always -filetype=asm -load %regalloc %t.repeat.bc -o - | FileCheck %s --check-prefix=OUTLINED
// RUN: llc -O2 -enable-machine-outliner=always -filetype=asm -load %regalloc -mlgo-regalloc-drop-epilogues %t.repeat.bc -o - | FileCheck %s --check-prefix=WHOLE
// OUTLINED: OUTLINED_FUNCTION_0
// WHOLE-NOT: OUTLINED_FUNCTION
//
// Exceptions find their way from code that follows an epilogue, with and
// without a frame pointer:
// RUN: for flag in -fomit-frame-pointer -fno-omit-frame-pointer; do \
// RUN:   env MLGO_REGALLOC_DROP_EPILOGUES=1 %clang -Oz $flag -DMAIN -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc %s -lstdc++ -o %t.exe && %t.exe 2 && %t.exe 3 || exit 1; \
// RUN: done
//
// Where it is unwound from calls, the table says the same:
// RUN: %clang -Oz -DMAIN %s -lstdc++ -o %t.stock
// RUN: env MLGO_REGALLOC_STOCK_CONSTANTS=1 MLGO_REGALLOC_STOCK_SETTINGS=1 MLGO_REGALLOC_ASSIGNMENT=stock MLGO_REGALLOC_DROP_EPILOGUES=1 %clang -Oz -DMAIN -fpass-plugin=%regalloc -Xclang -load -Xclang %regalloc %s -lstdc++ -o %t.exe
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

#ifdef REPEAT
#define REPEATED                                                               \
  P[0] = 3; P[9] = 9; P[2] = 5; P[8] = 1; P[4] = 7; P[5] = 21; P[7] = 1000;
int first(volatile int *P) {
  const int Y = ask(*P);
  REPEATED REPEATED
  return ask(Y) + Y;
}
int second(volatile int *P) {
  const int Y = tell(*P);
  REPEATED REPEATED
  return tell(Y) + Y;
}
#endif

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
