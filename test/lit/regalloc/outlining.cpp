// LLVM outlines at -Oz on AArch64, and nowhere code of functions that every file
// has. The plugin outlines on Thumb-2, too, from functions with minsize alone.
//
// RUN: %clang --target=armv7-linux-gnueabihf -mthumb -Oz -S %s -o - | FileCheck %s
// RUN: %clang --target=armv7-linux-gnueabihf -mthumb -Oz -fpass-plugin=%regalloc -S %s -o - | FileCheck %s --check-prefix=OUTLINED
// RUN: %clang --target=armv7-linux-gnueabihf -mthumb -Os -fpass-plugin=%regalloc -S %s -o - | FileCheck %s
// RUN: %clang --target=armv7-linux-gnueabihf -mthumb -O2 -fpass-plugin=%regalloc -S %s -o - | FileCheck %s
// RUN: %clang --target=armv7-linux-gnueabihf -mthumb -O2 -DSMALL -fpass-plugin=%regalloc -S %s -o - | FileCheck %s --check-prefix=OUTLINED
// RUN: %clang --target=armv7-linux-gnueabihf -mthumb -Oz -fpass-plugin=%regalloc -c %s -o %t.o
//
// Unless the user says otherwise:
// RUN: for flag in -mno-outline "-mllvm -mlgo-regalloc-stock-outlining" "-mllvm -mlgo-regalloc-mode=default"; do \
// RUN:   %clang --target=armv7-linux-gnueabihf -mthumb -Oz $flag -fpass-plugin=%regalloc -S %s -o - | FileCheck %s || exit 1; \
// RUN: done
//
// The linker drops copies of inline functions, and with sections what was
// outlined from them:
// RUN: for target in "armv7-linux-gnueabihf -mthumb" aarch64-linux-gnu; do \
// RUN:   %clang --target=$target -Oz -DEVERY_FILE -ffunction-sections -S %s -o - | FileCheck %s || exit 1; \
// RUN:   %clang --target=$target -Oz -DEVERY_FILE -fpass-plugin=%regalloc -S %s -o - | FileCheck %s || exit 1; \
// RUN:   %clang --target=$target -Oz -DEVERY_FILE -ffunction-sections -fpass-plugin=%regalloc -S %s -o - | FileCheck %s --check-prefix=OUTLINED || exit 1; \
// RUN: done
// RUN: %clang --target=riscv64-linux-gnu -march=rv64gc -Oz -DEVERY_FILE -ffunction-sections -fpass-plugin=%regalloc -c %s -o %t.o

// OUTLINED: OUTLINED_FUNCTION_0
// CHECK-NOT: OUTLINED_FUNCTION
// CHECK: use

#define SEQUENCE(X) A = X + 3; B = X ^ 9; C = X; A = X * 5; B = X - 1; C = X + 7;

#define MANY(X) SEQUENCE(X) SEQUENCE(X * 3) SEQUENCE(X + B) SEQUENCE(X - C) SEQUENCE(A)

#ifdef EVERY_FILE
#define FUNCTION __attribute__((noinline)) inline int
#elif defined(SMALL)
#define FUNCTION __attribute__((noinline, minsize)) int
#else
#define FUNCTION __attribute__((noinline)) int
#endif

extern volatile int A, B, C;

FUNCTION first(int X) { MANY(X) return A + 1; }
FUNCTION second(int X) { MANY(X) return B + 2; }

int use(int X) { return first(X) + second(X); }
