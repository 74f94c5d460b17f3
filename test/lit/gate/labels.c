// Labels of all decisions; what is compiled is not changed by them. The policy
// that is built in for -Oz decides what a record says.
//
// DEFINE: %{flags} = -fpass-plugin=%gate
// DEFINE: %{stock} = -mllvm -mlgo-gate-mode=default
// RUN: rm -f %t.log %t.txt
// RUN: %clang -Oz -c %loops -o %t.stock
// RUN: %clang -Oz %{flags} %{stock} -mllvm -mlgo-gate-labels=%t.log -c %loops -o %t.o && cmp %t.stock %t.o
// RUN: mlgo log stats %t.log | FileCheck %s
// RUN: %clang -Oz %{flags} %{stock} -mllvm -mlgo-gate-labels=%t.jobs -mllvm -mlgo-gate-jobs=4 -c %loops -o %t.o && cmp %t.log %t.jobs
//
// Around a policy the object is the policy's.
//
// RUN: %clang -Oz %{flags} -mllvm -mlgo-gate-model=%policies/no-pass.mlgo -c %loops -o %t.none
// RUN: %clang -Oz %{flags} -mllvm -mlgo-gate-model=%policies/no-pass.mlgo -mllvm -mlgo-gate-labels=%t.around -c %loops -o %t.o
// RUN: cmp %t.none %t.o
// RUN: mlgo log stats %t.around | FileCheck %s --check-prefix=AROUND
//
// A set of two passes is no label; a file that cannot be written fails.
//
// RUN: echo gvn,licm > %t.sets
// RUN: not %clang -Oz %{flags} -mllvm -mlgo-gate-labels=%t.two -mllvm -mlgo-gate-sets=%t.sets -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not %clang -Oz %{flags} -mllvm -mlgo-gate-labels=%t.none/x -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=PLACE
//
// RUN: %clang -Oz %{flags} -mllvm -mlgo-gate-record=%t.txt -c %loops -o %t.o
// RUN: not cmp %t.stock %t.o
// RUN: %clang -Oz %{flags} -mllvm -mlgo-gate-model=%models/gate-oz.mlgo -c %loops -o %t.file && cmp %t.o %t.file
// RUN: %clang -Oz %{flags} %{stock} -mllvm -mlgo-gate-decisions=%t.txt -c %loops -o %t.replayed && cmp %t.o %t.replayed
// RUN: for level in -O1 -O2 -O3; do \
// RUN:   %clang $level -c %loops -o %t.stock && \
// RUN:   %clang $level %{flags} -c %loops -o %t.o && cmp %t.stock %t.o || exit 1; done

// CHECK: run_pass
// CHECK: delta_size
// AROUND: run_pass
// TWO: error: mlgo gate: set 'gvn,licm' is to be labelled, expected one pass
// PLACE: error: mlgo gate: {{.*}}.none/x: cannot create
