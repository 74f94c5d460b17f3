// A policy that cannot be used ends in one diagnostic that names the fault, and
// in the stock advisor's code; or in a failed compilation, if that is wanted.
//
// RUN: %clang -O2 -emit-llvm -c %S/Inputs/pressure.c -o %t.bc
// RUN: llc -O2 -filetype=obj %t.bc -o %t.stock
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%t.none %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=MISSING < %t.err
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/corrupt.mlgo %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=CORRUPT < %t.err
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=FOLDER < %t.err
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/always.mlgo %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=TASK < %t.err
// RUN: not llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-model=%policies/always.mlgo -mlgo-regalloc-require-model %t.bc -o %t.o 2>%t.err
// RUN: FileCheck %s --check-prefix=REQUIRED < %t.err
// RUN: %clang -O2 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-model=%t.none -c %S/Inputs/pressure.c -o %t.o 2>&1 | FileCheck %s --check-prefix=MISSING
//
// So does a host that is not there, or that does not come.
//
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=UNNAMED < %t.err
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel=%t.none %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=NOHOST < %t.err
// RUN: rm -f %t.in %t.out && mkfifo %t.in %t.out
// RUN: llc -O2 -filetype=obj -load %regalloc -mlgo-regalloc-mode=interactive -mlgo-regalloc-channel=%t -mlgo-regalloc-channel-deadline=1 %t.bc -o %t.o 2>%t.err && cmp %t.stock %t.o
// RUN: FileCheck %s --check-prefix=LATE < %t.err

// MISSING: warning: mlgo regalloc: {{.*}}.none: cannot open: No such file or directory; using the stock heuristic instead
// MISSING-NOT: mlgo
// CORRUPT: warning: mlgo regalloc: {{.*}}corrupt.mlgo: {{.*}}; using the stock heuristic instead
// FOLDER: warning: mlgo regalloc: {{.*}}: is not a regular file
// TASK: warning: mlgo regalloc: {{.*}}always.mlgo: task is 'inline-oz', expected 'regalloc-evict';
// REQUIRED: error: mlgo regalloc: {{.*}}always.mlgo: task is
// UNNAMED: warning: mlgo regalloc: interactive mode: found no channel,
// NOHOST: warning: mlgo regalloc: {{.*}}.none.in: cannot open for reading
// LATE: warning: mlgo regalloc: {{.*}} before the deadline; using the stock heuristic instead
