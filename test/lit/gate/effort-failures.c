// Where trials fail, the policy decides as it does alone, and a note says why.
// Of its policy and one set there are four: stock's way, the policy's, the set's
// and one with all that was chosen.
//
// RUN: %clang -shared -fPIC %S/Inputs/fork.c -o %t.so
// DEFINE: %{policy} = -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-model=%policies/no-pass.mlgo
// DEFINE: %{try} = %{policy} -mllvm -mlgo-gate-effort=2
// RUN: %clang -Oz -c %loops -o %t.stock
// RUN: %clang %{policy} -c %loops -o %t.policy && not cmp %t.stock %t.policy
// RUN: %clang %{try} -c %loops -o %t.effort 2>%t.err && not cmp %t.policy %t.effort && not grep note: %t.err
// RUN: for end in 1:dies 1:fails 2:dies 2:killed 2:fails 4:dies 4:killed 4:fails; do \
// RUN:   env LD_PRELOAD=%t.so FORK=$end %clang %{try} -Werror -c %loops -o %t.o 2>%t.err && \
// RUN:   FileCheck %s --check-prefix=ALONE < %t.err && cmp %t.policy %t.o || { echo $end; exit 1; }; done
//
// A set whose trial fails is left out, which is told if it may be the machine's
// fault.
//
// RUN: env LD_PRELOAD=%t.so FORK=3:dies %clang %{try} -c %loops -o %t.o 2>%t.err && not grep note: %t.err
// RUN: env LD_PRELOAD=%t.so FORK=3:killed %clang %{try} -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=SMALLER
//
// Without a policy all passes run.
//
// RUN: for end in 1:dies 10:fails; do \
// RUN:   env LD_PRELOAD=%t.so FORK=$end %clang -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-effort=8 -c %loops -o %t.o 2>%t.err && \
// RUN:   FileCheck %s --check-prefix=ALL < %t.err && cmp %t.stock %t.o || { echo $end; exit 1; }; done
//
// What the compiler has open is not open in a trial.
//
// RUN: rm -f %t.seen && env LD_PRELOAD=%t.so SEEN=%t.seen %clang %{try} -c %loops -o %t.o 9>%t.lock
// RUN: FileCheck %s --check-prefix=OPEN --implicit-check-not=lock < %t.seen

// ALONE: note: mlgo gate: a trial {{exited with code 1|killed by signal 9|cannot fork: .*}}; the policy decides alone
// SMALLER: note: mlgo gate: a trial killed by signal 9; another machine may find a smaller object
// ALL: note: mlgo gate: a trial {{exited with code 1|cannot fork: .*}}; running all passes
// OPEN: /dev/null
