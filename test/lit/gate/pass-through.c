// In default mode, and where the policy is not for the level, objects are stock's,
// byte for byte; also where passes are only counted.
//
// RUN: for level in -O0 -O1 -O2 -O3 -Os -Oz; do \
// RUN:   %clang $level -c %loops -o %t.stock && \
// RUN:   %clang $level -fpass-plugin=%gate -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-stats -c %loops -o %t.o 2>%t.err && cmp %t.stock %t.o && \
// RUN:   %clang $level -fpass-plugin=%gate -mllvm -mlgo-gate-mode=development -mllvm -mlgo-gate-training-log=%t.log -c %loops -o %t.o && cmp %t.stock %t.o \
// RUN:   || exit 1; done
// RUN: FileCheck %s < %t.err
// RUN: for level in -O0 -O1 -O2 -O3; do \
// RUN:   %clang $level -c %loops -o %t.stock && \
// RUN:   %clang $level -fpass-plugin=%gate -c %loops -o %t.o && cmp %t.stock %t.o || exit 1; done
// RUN: %clang -Oz -emit-llvm -c %loops -o %t.bc
// RUN: llc -filetype=obj %t.bc -o %t.stock
// RUN: llc -filetype=obj -load=%gate -mlgo-gate-mode=default -mlgo-gate-stats %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=LLC
// RUN: cmp %t.stock %t.o

// CHECK: mlgo-gate-stats module={{.*}}loops.c functions=5 decisions={{[1-9][0-9]+}} differ=0 abstained=0{{$}}
// LLC: mlgo-gate-stats module={{.*}} functions=5 decisions={{[1-9][0-9]+}} differ=0
