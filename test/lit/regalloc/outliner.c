// Outlining has to save more bytes than the new function's entry of the unwind
// table takes: two short sequences stay, two long ones do not.
//
// RUN: %clang --target=aarch64-linux-gnu -Oz -S %s -o - | FileCheck %s --check-prefix=OUTLINED
// RUN: %clang --target=aarch64-linux-gnu -Oz -fpass-plugin=%regalloc -S %s -o - | FileCheck %s
// RUN: %clang --target=aarch64-linux-gnu -Oz -fpass-plugin=%regalloc -DLONG -S %s -o - | FileCheck %s --check-prefix=OUTLINED
//
// Without unwind tables, and if the user says so, it is as in stock:
// RUN: %clang --target=aarch64-linux-gnu -Oz -fpass-plugin=%regalloc -mllvm -outliner-benefit-threshold=1 -S %s -o - | FileCheck %s --check-prefix=OUTLINED
// RUN: for flag in -fno-asynchronous-unwind-tables "-mllvm -mlgo-regalloc-mode=default"; do \
// RUN:   %clang --target=aarch64-linux-gnu -Oz $flag -fpass-plugin=%regalloc -S %s -o - | FileCheck %s --check-prefix=OUTLINED || exit 1; \
// RUN: done
//
// The link decides with full LTO; with ThinLTO it is LLVM's.
// RUN: %clang --target=aarch64-linux-gnu -Oz -flto -c %s -o %t.o
// RUN: %clang --target=aarch64-linux-gnu -flto -fuse-ld=lld -nostdlib -shared -Wl,--load-pass-plugin=%regalloc %t.o -o %t.so
// RUN: llvm-nm-22 %t.so | not grep OUTLINED
// RUN: %clang --target=aarch64-linux-gnu -Oz -flto=thin -c %s -o %t.o
// RUN: %clang --target=aarch64-linux-gnu -flto=thin -fuse-ld=lld -nostdlib -shared -Wl,--load-pass-plugin=%regalloc %t.o -o %t.so
// RUN: llvm-nm-22 %t.so | grep OUTLINED
//
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -Oz -fpass-plugin=%regalloc -c %s -o %t.o

// OUTLINED: OUTLINED_FUNCTION_0
// CHECK-NOT: OUTLINED_FUNCTION
// CHECK: .size second

volatile int A, B, C;

#ifdef LONG
#define REPEAT(X) X X X X X X X X
#else
#define REPEAT(X) X
#endif

int first(int X) {
  REPEAT(A = X + 3; B = X ^ 9; C = X;)
  return A + 1;
}

int second(int X) {
  REPEAT(A = X + 3; B = X ^ 9; C = X;)
  return B + 2;
}
