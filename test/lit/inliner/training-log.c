// Logs of compilers that run at once do not meet; one that is killed leaves no
// log; one that cannot write says so once and compiles on.
//
// One source name in eight folders, of which two are the same program.
// RUN: rm -rf %t && mkdir -p %t/logs %t/1 %t/2 %t/3 %t/4 %t/5 %t/6 %t/7 %t/8
// RUN: for i in 1 2 3 4 5 6 7; do sed "s/NAME/name$i/" %s > %t/$i/x.c; done
// RUN: cp %t/7/x.c %t/8/x.c
// RUN: printf '%%s\n' 1 2 3 4 5 6 7 8 | env MLGO_INLINE_TRAINING_LOG=%t/logs MLGO_INLINE_REWARD=native xargs -P 8 -I N sh -c 'cd %t/N && %clang -Oz -fpass-plugin=%plugin -c x.c'
// RUN: ls %t/logs | FileCheck %s --check-prefix=NAMES
// RUN: ls %t/logs | count 7
// RUN: for log in %t/logs/*; do mlgo log check $log || exit 1; done
//
// Once more: the same names, the same bytes.
// RUN: cp -r %t/logs %t/before
// RUN: printf '%%s\n' 1 2 3 4 5 6 7 8 | env MLGO_INLINE_TRAINING_LOG=%t/logs MLGO_INLINE_REWARD=native xargs -P 8 -I N sh -c 'cd %t/N && %clang -Oz -fpass-plugin=%plugin -c x.c'
// RUN: diff -r %t/before %t/logs
//
// Killed with a log begun: while the statistics wait for somebody to read them.
// RUN: mkdir %t/killed && mkfifo %t/statistics
// RUN: (%clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-training-log=%t/killed -mllvm -mlgo-inline-stats-file=%t/statistics -c %t/1/x.c -o %t/killed.o & pid=$!; for i in $(seq 600); do ls %t/killed | grep -q . && break; sleep 0.1; done; kill -9 $pid; wait $pid; ls %t/killed | grep -q .)
// RUN: ls %t/killed | not grep 'log$'
//
// RUN: %clang -Oz -fpass-plugin=%plugin -c %t/1/x.c -o %t/plain.o
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-training-log=/dev/full -c %t/1/x.c -o %t/full.o 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: cmp %t/plain.o %t/full.o
// RUN: (trap '' XFSZ; ulimit -f 4; %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-training-log=%t/cut.log -c %t/1/x.c -o /dev/null 2>&1) | FileCheck %s --check-prefix=CUT
// RUN: ls %t | not grep cut
//
// A pipeline that does not end in code has no native size.
// RUN: %clang -Oz -Xclang -disable-llvm-passes -emit-llvm -c %t/1/x.c -o %t/x.bc
// RUN: opt -load-pass-plugin=%plugin -passes='scc-oz-module-inliner' -mlgo-inline-training-log=%t/none.log -mlgo-inline-reward=native %t/x.bc -o %t/none.bc 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: ls %t | not grep none.log

// NAMES-COUNT-7: {{^x\.c-[0-9a-f]+\.log$}}
// FULL: warning: mlgo inliner: /dev/full: is not a regular file; compiling on without it
// FULL-NEXT: 1 warning generated
// CUT: warning: mlgo inliner: {{.*}}cut.log: cannot write: File too large; compiling on without it
// CUT-NEXT: 1 warning generated
// PIPELINE: warning: mlgo inliner: mlgo-inline-reward is 'native', which takes a pipeline that ends in code, such as default<Oz>; compiling on without it

void sink(int);

static int small(int x) { return ((x * 7) ^ (x >> 3)) + 1; }

int NAME(int x) {
  sink(small(x));
  return small(x) * small(x ^ 3) * small(x ^ 5);
}
