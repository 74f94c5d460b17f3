// With effort no function is larger than by the policy alone, whatever the
// number of processes; the other advisors decide in the trials, too.
//
// DEFINE: %{code} = -ffunction-sections -fno-asynchronous-unwind-tables
// DEFINE: %{flags} = %{code} -mllvm -mlgo-gate-effort=8
// RUN: for level in -O2 -Os -Oz; do \
// RUN:   %clang $level %{code} -fpass-plugin=%gate -c %loops -o %t.policy && \
// RUN:   %clang $level %{flags} -fpass-plugin=%gate -mllvm -mlgo-gate-stats -c %loops -o %t.o 2>%t.err && \
// RUN:   FileCheck %s < %t.err && %sections smaller %t.policy %t.o && \
// RUN:   %clang $level %{flags} -fpass-plugin=%gate -mllvm -mlgo-gate-jobs=3 -c %loops -o %t.jobs && cmp %t.o %t.jobs \
// RUN:   || exit 1; done
// RUN: rm -f %t.stats
// RUN: %clang -Oz %{code} -fpass-plugin=%all-22 -c %loops -o %t.policy
// RUN: %clang -Oz %{flags} -fpass-plugin=%all-22 -mllvm -mlgo-inline-stats-file=%t.stats -c %loops -o %t.o
// RUN: %sections bounded %t.policy %t.o
// RUN: FileCheck %s --check-prefix=ONCE --implicit-check-not=stats < %t.stats
//
// What is not for ELF cannot be measured: one note, and the policy decides.
//
// RUN: %clang -Oz -target arm64-apple-macos11 -fpass-plugin=%gate -c %loops -o %t.stock
// RUN: %clang -Oz -Werror -target arm64-apple-macos11 -fpass-plugin=%gate -mllvm -mlgo-gate-effort=2 -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=UNSERVED
// RUN: cmp %t.stock %t.o
//
// Nor where nobody can say how many threads there are.
//
// RUN: if unshare --map-root-user --mount mount -t tmpfs none /proc; then \
// RUN:   %clang -Oz -fpass-plugin=%gate -c %loops -o %t.policy && \
// RUN:   unshare --map-root-user --mount sh -c 'mount -t tmpfs none /proc && "$@"' sh %clang -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-effort=2 -c %loops -o %t.o 2>%t.err && \
// RUN:   FileCheck %s --check-prefix=THREADS < %t.err && cmp %t.policy %t.o; fi
//
// Nor is anything tried for targets whose code nobody ran, such as BPF, where a
// kernel has to accept it.
//
// RUN: for target in bpf loongarch64 i386; do \
// RUN:   %clang -Oz -target $target -ffreestanding -c %S/Inputs/sums.c -o %t.stock && \
// RUN:   %clang -Oz -target $target -ffreestanding -fpass-plugin=%gate -mllvm -mlgo-gate-effort=8 -c %S/Inputs/sums.c -o %t.o 2>%t.err && \
// RUN:   FileCheck %s --check-prefix=UNTRIED < %t.err && cmp %t.stock %t.o || exit 1; done
//
// RUN: %clang -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-effort=99 -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=RANGE

// CHECK: mlgo-gate-stats module={{.*}} differ={{[1-9]}}
// ONCE: mlgo-inline-stats module=
// UNSERVED: note: mlgo gate: trials need an ELF or WebAssembly target, found arm64-apple-macosx11.0.0; the policy decides alone
// UNSERVED-NOT: {{.}}
// THREADS: note: mlgo gate: trials need a compiler of one thread, found no /proc/self/task that lists them; the policy decides alone
// UNTRIED: note: mlgo gate: trials need x86-64, AArch64, Arm, RISC-V or WebAssembly, found {{.*}}; running all passes
// RANGE: warning: mlgo gate: mlgo-gate-effort is '99', expected 0 to 20
