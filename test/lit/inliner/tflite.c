// A policy in a trainer's own file decides as the model file that it is converted
// to, also while it is trained; LLVM's estimator scores its decisions.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-strict -mllvm -mlgo-inline-model=%policies/trainer.tflite -c %s -o %t/tflite.o
// RUN: mlgo model convert %policies/trainer.tflite %t/trainer.mlgo --task inline-oz
// RUN: mlgo model verify %t/trainer.mlgo | FileCheck %s --check-prefix=SOUND
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-strict -mllvm -mlgo-inline-model=%t/trainer.mlgo -c %s -o %t/converted.o
// RUN: cmp %t/tflite.o %t/converted.o
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=development -mllvm -mlgo-inline-model=%policies/trainer.tflite -mllvm -mlgo-inline-training-log=%t/log -mllvm -mlgo-inline-reward=ir2native -mllvm -mlgo-inline-reward-model=%S/../../inputs/ir2native_x86_64.tflite -c %s -o %t/trained.o
// RUN: cmp %t/tflite.o %t/trained.o
// RUN: mlgo log check %t/log
// RUN: mlgo log to-csv %t/log | FileCheck %s --check-prefix=SCORED
//
// So does one with the inputs of MLGO's published policy, which are LLVM's.
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-features=llvm -mllvm -mlgo-strict -mllvm -mlgo-inline-model=%policies/published.tflite -Rpass=inline -Rpass-missed=inline -c %s -o %t/published.o 2>%t/err
// RUN: FileCheck %s --check-prefix=PUBLISHED < %t/err
// RUN: mlgo model convert %policies/published.tflite %t/published.mlgo --task inline-oz
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-features=llvm -mllvm -mlgo-strict -mllvm -mlgo-inline-model=%t/published.mlgo -c %s -o %t/converted.o
// RUN: cmp %t/published.o %t/converted.o
//
// What cannot be used is named once. Without a policy the compiler goes on.
// RUN: %clang -Oz -c %s -o %t/stock.o
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/needs-more.tflite -c %s -o %t/more.o 2>%t/err
// RUN: FileCheck %s --check-prefix=MORE < %t/err
// RUN: cmp %t/stock.o %t/more.o
// RUN: not %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=development -mllvm -mlgo-inline-training-log=%t/none -mllvm -mlgo-inline-reward=ir2native -mllvm -mlgo-inline-reward-model=%policies/trainer.tflite -c %s -o %t/other.o 2>%t/err
// RUN: FileCheck %s --check-prefix=REWARD < %t/err

// PUBLISHED: 'once' not inlined into 'first' as decided by the policy
// SOUND: 8 recorded examples give the recorded answers
// SCORED: context,observation,{{.*}},lto_phase,logits[0],logits[1],inlining_default,inlining_decision,delta_size{{$}}
// SCORED-DAG: ,1,{{-?[1-9][0-9]*$}}
// SCORED-DAG: ,0,0{{$}}
// MORE: warning: mlgo inline: {{.*}}needs-more.tflite: model needs input 'feature_of_the_future', which is not among
// MORE-NOT: mlgo inline
// REWARD: error: mlgo inline: {{.*}}trainer.tflite: first of {{.*}} expected one int32_t[1,214] and a float

void sink(int);
int source(void);

static int once(int x) {
  for (int i = 0; i < x; ++i)
    sink(x ^ i);
  return x * 3;
}

static int twice(int x) {
  if (x > 3)
    sink(x), sink(x + 1), sink(x + 2);
  return ((x * 7) ^ (x >> 3)) + source();
}

int first(int x) { return twice(x) + once(source()); }
int second(int x) { return twice(x + 1) * source() + twice(3); }
