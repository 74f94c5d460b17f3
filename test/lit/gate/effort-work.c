// Work that is the same on all machines bounds trials, with -g and without; how
// many run at once, what else a machine does and how patient it is changes
// nothing.
//
// DEFINE: %{policy} = -Oz -fpass-plugin=%gate
// DEFINE: %{try} = %{policy} -mllvm -mlgo-gate-effort=4 -mllvm
// RUN: %clang %{policy} -c %loops -o %t.policy
// RUN: %clang %{try} -mlgo-gate-effort-work=1 -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: cmp %t.policy %t.o
// RUN: for debug in -g0 -g; do %clang $debug %{try} -mlgo-gate-effort-work=500 -c %loops -o %t.o 2>%t.err$debug || exit 1; done
// RUN: FileCheck %s --check-prefix=FEWER < %t.err-g && cmp %t.err-g0 %t.err-g
// RUN: %clang %{try} -mlgo-gate-effort-work=0 -c %loops -o %t.one 2>%t.err && not grep note: %t.err
// RUN: %clang %{try} -mlgo-gate-jobs=4 -c %loops -o %t.four && cmp %t.one %t.four
// RUN: (for worker in 1 2 3; do timeout 60 sh -c 'while :; do :; done' & echo $! >> %t.workers; done; \
// RUN:   nice -n 19 %clang %{try} -mlgo-gate-jobs=4 -c %loops -o %t.busy; code=$?; kill $(cat %t.workers); rm %t.workers; exit $code)
// RUN: cmp %t.one %t.busy
//
// The clock is against trials that never end, and decides nothing in silence.
//
// RUN: %clang %{try} -mlgo-gate-effort-work=-1 -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=RANGE

// NONE: note: mlgo gate: the module has {{[0-9]+}} instructions, expected at most 1 (mlgo-gate-effort-work); the policy decides alone
// FEWER: note: mlgo gate: the module has {{[0-9]+}} instructions, expected at most 125 (mlgo-gate-effort-work) for 4 sets; fewer are tried
// RANGE: warning: mlgo gate: mlgo-gate-effort-work is '-1', expected 0 to
