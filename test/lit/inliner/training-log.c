// Equal programs that are compiled at once have equal logs, also with a reward
// that is known only at the end. A pipeline that does not end in code has none.
//
// RUN: rm -rf %t && mkdir -p %t/logs %t/1 %t/2 %t/3 %t/4 %t/5 %t/6 %t/7 %t/8
// RUN: for i in 1 2 3 4 5 6 7; do sed "s/NAME/name$i/" %s > %t/$i/x.c; done
// RUN: cp %t/7/x.c %t/8/x.c
// RUN: printf '%%s\n' 1 2 3 4 5 6 7 8 | env MLGO_INLINE_TRAINING_LOG=%t/logs MLGO_INLINE_REWARD=native xargs -P 8 -I N sh -c 'cd %t/N && %clang -Oz -fpass-plugin=%plugin -c x.c'
// RUN: ls %t/logs | count 7
// RUN: for log in %t/logs/*; do mlgo log check $log || exit 1; done
//
// RUN: %clang -Oz -Xclang -disable-llvm-passes -emit-llvm -c %t/1/x.c -o %t/x.bc
// RUN: not opt -load-pass-plugin=%plugin -passes='scc-oz-module-inliner' -mlgo-inline-training-log=%t/none.log -mlgo-inline-reward=native %t/x.bc -o %t/none.bc 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: ls %t | not grep none.log

// PIPELINE: error: mlgo inline: mlgo-inline-reward is 'native', which takes a pipeline that ends in code, such as default<Oz>

void sink(int);

static int small(int x) { return ((x * 7) ^ (x >> 3)) + 1; }

int NAME(int x) {
  sink(small(x));
  return small(x) * small(x ^ 3) * small(x ^ 5);
}
