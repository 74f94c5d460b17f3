// A host at LLVM's channel decides as a policy does: the same decisions are the
// same object file, whoever takes them.
//
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/opposite.mlgo -c %s -o %t.release.o
// RUN: %host opposite %t %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=interactive -mllvm -mlgo-inline-channel=%t -mllvm -mlgo-inline-stats -c %s -o %t.o 2>%t.err
// RUN: cmp %t.release.o %t.o
// RUN: FileCheck %s --check-prefix=STATS < %t.err
// RUN: FileCheck %s --check-prefix=SENT < %t.sent
//
// Stock's decisions are stock's object.
// RUN: %clang -Oz -c %s -o %t.stock.o
// RUN: %host stock %t env MLGO_INLINE_MODE=interactive MLGO_INLINE_CHANNEL=%t %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o
// RUN: cmp %t.stock.o %t.o
//
// Other decisions are another object.
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/never.mlgo -c %s -o %t.never.o
// RUN: not cmp %t.never.o %t.release.o

// STATS: mlgo-inline-stats module={{.*}}interactive.c decisions={{[1-9][0-9]*}} {{.*}} abstained=0
// SENT: {"features":[{"name":"sroa_savings","type":"int64_t","port":0,"shape":[1]},{{.*}}{"name":"inlining_default","type":"int64_t","port":0,"shape":[1]}],"advice":{"name":"inlining_decision","type":"int64_t","port":0,"shape":[1]}}
// SENT: {"observation":0}

#include <stdio.h>

static int f(int X) {
  for (int I = 0; I < X; I++)
    printf("%d\n", I * X);
  return X * 3;
}
int g(int X) { return f(X) + f(X + 1); }
int h(int X) {
  if (X > 3)
    return g(X) + f(2);
  return g(X - 1);
}
int main(int Count, char **Arguments) { return h(Count) + g(Count) + f(Count); }
