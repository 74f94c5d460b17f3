// Where trials fail, all is decided as without them, and a note says why. Of a
// set that acts in code generation there are two: the policy's way and the set's.
//
// RUN: %clang -shared -fPIC %S/Inputs/fork.c -o %t.so
// RUN: echo block-placement,machine-sink > %t.code
// DEFINE: %{policy} = -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-model=%policies/no-pass.mlgo
// DEFINE: %{try} = %{policy} -mllvm -mlgo-gate-effort=1 -mllvm -mlgo-gate-sets=%t.code
// RUN: %clang -Oz -c %loops -o %t.stock
// RUN: %clang %{policy} -c %loops -o %t.policy && not cmp %t.stock %t.policy
// RUN: %clang %{try} -c %loops -o %t.effort 2>%t.err && not cmp %t.policy %t.effort && not grep note: %t.err
// RUN: for end in 1:dies 1:killed 1:fails; do \
// RUN:   env LD_PRELOAD=%t.so FORK=$end %clang %{try} -Werror -c %loops -o %t.o 2>%t.err && \
// RUN:   FileCheck %s --check-prefix=ALONE < %t.err && cmp %t.policy %t.o || { echo $end; exit 1; }; done
//
// A set whose trial fails is left out, which is told if it may be the machine's
// fault.
//
// RUN: env LD_PRELOAD=%t.so FORK=2:dies %clang %{try} -c %loops -o %t.o 2>%t.err && not grep note: %t.err && cmp %t.policy %t.o
// RUN: env LD_PRELOAD=%t.so FORK=2:killed %clang %{try} -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=SMALLER
//
// Before these are those of a set that acts in the pipeline, and one of what they
// found, which makes the two. Without a policy all passes run.
//
// RUN: printf 'early-machinelicm,indvars,licm\nframe-pointer-elimination\n' > %t.both
// DEFINE: %{both} = -Oz -fpass-plugin=%gate -mllvm -mlgo-gate-mode=default -mllvm -mlgo-gate-effort=2 -mllvm -mlgo-gate-sets=%t.both
// RUN: %clang %{both} -c %loops -o %t.effort 2>%t.err && not cmp %t.stock %t.effort && not grep note: %t.err
// RUN: for end in 1:dies 3:dies 3:killed 3:fails 4:dies 4:fails; do \
// RUN:   env LD_PRELOAD=%t.so FORK=$end %clang %{both} -Werror -c %loops -o %t.o 2>%t.err && \
// RUN:   FileCheck %s --check-prefix=ALL < %t.err && cmp %t.stock %t.o || { echo $end; exit 1; }; done
// RUN: env LD_PRELOAD=%t.so FORK=2:dies %clang %{both} -c %loops -o %t.o 2>%t.err && not grep note: %t.err && not cmp %t.effort %t.o
// RUN: env LD_PRELOAD=%t.so FORK=5:dies %clang %{both} -c %loops -o %t.o 2>%t.err && not grep note: %t.err && not cmp %t.effort %t.o
// RUN: env LD_PRELOAD=%t.so FORK=5:killed %clang %{both} -c %loops -o %t.o 2>&1 | FileCheck %s --check-prefix=SMALLER
//
// What the compiler has open is not open in a trial.
//
// RUN: rm -f %t.seen && env LD_PRELOAD=%t.so SEEN=%t.seen %clang %{try} -c %loops -o %t.o 9>%t.lock
// RUN: FileCheck %s --check-prefix=OPEN --implicit-check-not=lock < %t.seen

// ALONE: note: mlgo gate: a trial {{exited with code 1|killed by signal 9|cannot fork: .*}}; the policy decides alone
// SMALLER: note: mlgo gate: a trial killed by signal 9; another machine may find a smaller object
// ALL: note: mlgo gate: a trial {{exited with code 1|killed by signal 9|cannot fork: .*}}; running all passes
// OPEN: /dev/null
