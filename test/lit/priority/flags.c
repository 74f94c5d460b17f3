// mlgo prints what to pass to clang.
//
// RUN: mlgo flags priority --model %policies/priority-reversed.mlgo > %t.flags
// RUN: %clang -O2 @%t.flags -mllvm -mlgo-priority-stats -c %S/../regalloc/Inputs/pressure.c -o %t.o 2>&1 | FileCheck %s

// CHECK: mlgo-priority-stats module={{.*}} decisions={{[1-9].*}} differ={{[1-9]}}
