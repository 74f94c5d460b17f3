// What is recorded gives the same bytes when it is replayed.
//
// DEFINE: %{flags} = -Oz -fpass-plugin=%gate
// RUN: rm -f %t.txt %t.again
// RUN: %clang -Oz -c %loops -o %t.stock
// RUN: %clang %{flags} -mllvm -mlgo-gate-model=%policies/no-pass.mlgo -mllvm -mlgo-gate-record=%t.txt -c %loops -o %t.o
// RUN: not cmp %t.stock %t.o
// RUN: FileCheck %s < %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-decisions=%t.txt -mllvm -mlgo-gate-record=%t.again -c %loops -o %t.replayed
// RUN: cmp %t.o %t.replayed
// RUN: cmp %t.txt %t.again
// RUN: rm -f %t.txt
// RUN: %clang %{flags} -mllvm -mlgo-gate-effort=8 -mllvm -mlgo-gate-record=%t.txt -c %loops -o %t.o
// RUN: not cmp %t.stock %t.o
// RUN: %clang %{flags} -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.replayed
// RUN: cmp %t.o %t.replayed

// CHECK: # mlgo-gate-decisions 1
// CHECK-DAG: 0{{.}}depth@loops.c{{.}}instsimplify{{.}}0
// CHECK-DAG: 0{{.}}sum{{.}}licm{{.}}1
// CHECK-DAG: 0{{.}}sum{{.}}early-machinelicm{{.}}0
