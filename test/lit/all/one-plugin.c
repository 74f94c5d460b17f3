// The plugin of all advisors makes the code that the separate ones make
// together. Whatever else is loaded, a task is decided once.
//
// REQUIRES: llvm-22
// RUN: %clang -Oz -c %S/../regalloc/Inputs/pressure.c -o %t.stock
// RUN: %clang -Oz -fpass-plugin=%plugin-22 -fpass-plugin=%regalloc -fpass-plugin=%gate -c %S/../regalloc/Inputs/pressure.c -o %t.two
// RUN: not cmp %t.stock %t.two
// RUN: %clang -Oz -fpass-plugin=%all-22 -c %S/../regalloc/Inputs/pressure.c -o %t.one
// RUN: cmp %t.one %t.two
// RUN: %clang -Oz -fpass-plugin=%all-22 -fpass-plugin=%plugin-22 -fpass-plugin=%regalloc -fpass-plugin=%gate -c %S/../regalloc/Inputs/pressure.c -o %t.first
// RUN: cmp %t.first %t.two
// RUN: %clang -Oz -fpass-plugin=%plugin-22 -fpass-plugin=%regalloc -fpass-plugin=%all-22 -c %S/../regalloc/Inputs/pressure.c -o %t.last
// RUN: cmp %t.last %t.two
// RUN: %clang -Oz -fpass-plugin=%all-22 -mllvm -mlgo-inline-stats -mllvm -mlgo-regalloc-stats -mllvm -mlgo-priority-stats -c %s -o %t.o 2>&1 | FileCheck %s
//
// Tools that have no pipeline of passes load it, too.
//
// RUN: %clang -Oz -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: opt -load-pass-plugin=%all-22 -mlgo-inline-stats -passes='default<Oz>' %t.bc -o %t.opt.bc 2>&1 | FileCheck %s --check-prefix=OPT
// RUN: llc -load=%all-22 -mlgo-regalloc-stats %t.opt.bc -o %t.s 2>&1 | FileCheck %s --check-prefix=LLC

// CHECK-DAG: mlgo-inline-stats module={{.*}} decisions={{[1-9]}}
// CHECK-DAG: mlgo-regalloc-stats module={{.*}} functions=
// CHECK-DAG: mlgo-priority-stats module={{.*}}
// OPT: mlgo-inline-stats module={{.*}} decisions={{[1-9]}}
// LLC: mlgo-regalloc-stats module={{.*}} functions=

int other(int);
static int helper(int x) { return other(x) + 3; }
int f(int x) { return helper(x) * helper(x + 1); }
