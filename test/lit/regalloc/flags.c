// mlgo prints what to pass to clang, for compiling and for linking.
//
// RUN: mlgo flags evict --model %policies/first-legal.mlgo > %t.flags
// RUN: %clang -O2 @%t.flags -mllvm -mlgo-regalloc-stats -c %S/Inputs/pressure.c -o %t.o 2>&1 | FileCheck %s
// RUN: mlgo flags evict --linker | FileCheck %s --check-prefix=LINKER
// RUN: not mlgo flags evict --llvm 18 2>&1 | FileCheck %s --check-prefix=ABSENT

// CHECK: mlgo-regalloc-stats module={{.*}} decisions={{[1-9].*}} differ={{[1-9]}}
// LINKER: -fuse-ld=lld -Wl,--load-pass-plugin={{.*}}MLGORegAlloc-22.so
// ABSENT: task evict has no plugin for LLVM 18
