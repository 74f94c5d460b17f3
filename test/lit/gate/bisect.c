// LLVM's own gate is asked first, and bisecting prints what it prints without
// the plugin.
//
// RUN: for limit in -1 0 40 100 250; do \
// RUN:   %clang -Oz -mllvm -opt-bisect-limit=$limit -c %loops -o %t.stock 2>%t.stock.txt && \
// RUN:   %clang -Oz -mllvm -opt-bisect-limit=$limit -fpass-plugin=%gate -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-stats -c %loops -o %t.o 2>%t.txt && \
// RUN:   cmp %t.stock %t.o && grep BISECT %t.stock.txt > %t.before && grep BISECT %t.txt > %t.after && \
// RUN:   cmp %t.before %t.after || exit 1; done
// RUN: FileCheck %s < %t.txt

// CHECK: BISECT: running pass (1)
// CHECK: BISECT: NOT running pass ({{[0-9]+}}) machine-sink on function (sum)
