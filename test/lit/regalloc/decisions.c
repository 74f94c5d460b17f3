// A record that is given back leaves all as it was, and one of some functions
// leaves the others to LLVM.
//
// DEFINE: %{flags} = -Oz -fpass-plugin=%regalloc
// DEFINE: %{source} = %S/Inputs/pressure.c
// DEFINE: %{stock} = -mllvm -mlgo-regalloc-callees=stock -mllvm -mlgo-regalloc-stock-constants -mllvm -mlgo-regalloc-stock-settings
// RUN: rm -f %t.record
// RUN: %clang %{flags} -mllvm -mlgo-regalloc-record=%t.record -c %{source} -o %t.o
// RUN: %clang %{flags} -mllvm -mlgo-regalloc-decisions=%t.record -c %{source} -o %t.again.o
// RUN: cmp %t.o %t.again.o
// RUN: head -1 %t.record > %t.none
// RUN: %clang -Oz -c %{source} -o %t.stock.o
// RUN: env MLGO_REGALLOC_DECISIONS=%t.none %clang %{flags} %{stock} -c %{source} -o %t.none.o
// RUN: cmp %t.stock.o %t.none.o
//
// RUN: grep -e '^#' -e '^mix	' %t.record > %t.some
// RUN: rm -f %t.made
// RUN: %clang %{flags} %{stock} -mllvm -mlgo-regalloc-decisions=%t.some -mllvm -mlgo-regalloc-record=%t.made -c %{source} -o %t.some.o
// RUN: cmp %t.some %t.made
// RUN: not cmp %t.stock.o %t.some.o
//
// What cannot be read is told, and then nothing is left out.
// RUN: %clang %{flags} -mllvm -mlgo-regalloc-decisions=%t.no-such -c %{source} -o %t.warned.o 2>&1 | FileCheck %s --check-prefix=WARNS
// RUN: cmp %t.o %t.warned.o
// RUN: echo nonsense > %t.wrong
// RUN: not %clang %{flags} -mllvm -mlgo-strict -mllvm -mlgo-regalloc-decisions=%t.wrong -c %{source} -o %t.wrong.o 2>&1 | FileCheck %s --check-prefix=FAILS

// WARNS: warning: {{.*}}decisions.c.tmp.no-such
// WARNS-NOT: warning: {{.*}}no-such
// FAILS: error: {{.*}}decisions.c.tmp.wrong
