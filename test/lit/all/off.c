// One switch makes code what it is without the plugins, whatever else they are
// told.
//
// REQUIRES: llvm-22
// DEFINE: %{source} = %S/../regalloc/Inputs/pressure.c
// DEFINE: %{more} = -mllvm -mlgo-gate-effort=2 -mllvm -mlgo-regalloc-drop-epilogues -mllvm -mlgo-inline-model=no-such.mlgo -mllvm -mlgo-strict
// RUN: %clang -Oz -c %{source} -o %t.stock
// RUN: %clang -Oz -fpass-plugin=%all-22 -mllvm -mlgo-off %{more} -c %{source} -o %t.o
// RUN: cmp %t.stock %t.o
// RUN: env MLGO_OFF=1 %clang -Oz -fpass-plugin=%all-22 -fpass-plugin=%gate %{more} -c %{source} -o %t.o
// RUN: cmp %t.stock %t.o
// RUN: %clang -Oz -fpass-plugin=%plugin-22 -fpass-plugin=%regalloc -fpass-plugin=%gate -mllvm -mlgo-off %{more} -c %{source} -o %t.o
// RUN: cmp %t.stock %t.o
//
// A variable that is 0 is no switch.
// RUN: env MLGO_OFF=0 %clang -Oz -fpass-plugin=%all-22 -c %{source} -o %t.o
// RUN: not cmp %t.stock %t.o
