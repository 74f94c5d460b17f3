// With LLVM's features our plugin asks as LLVM's own advisor does: the same
// questions, byte for byte, and the same code for the same answers. The stock
// compiler is asked through its own channel.
//
// RUN: %clang -Oz -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %host alternate %t.stock opt -passes='default<Oz>' -enable-ml-inliner=release -inliner-interactive-channel-base=%t.stock -S %t.bc -o %t.stock.ll
// RUN: %host alternate %t.ours opt -passes='default<Oz>' -load-pass-plugin=%plugin -mlgo-inline-mode=interactive -mlgo-inline-features=llvm -mlgo-inline-channel=%t.ours -S %t.bc -o %t.ours.ll
// RUN: cmp %t.stock.sent %t.ours.sent
// RUN: cmp %t.stock.ll %t.ours.ll
// RUN: FileCheck %s < %t.ours.sent
//
// The same at -O2, with the stock heuristic's decision among the inputs.
// RUN: %host opposite %t.stock opt -passes='default<O2>' -enable-ml-inliner=release -inliner-interactive-channel-base=%t.stock -inliner-interactive-include-default -S %t.bc -o %t.stock.ll
// RUN: %host opposite %t.ours opt -passes='default<O2>' -load-pass-plugin=%plugin -mlgo-inline-mode=interactive -mlgo-inline-features=llvm -mlgo-inline-include-default -mlgo-inline-channel=%t.ours -S %t.bc -o %t.ours.ll
// RUN: cmp %t.stock.sent %t.ours.sent
// RUN: cmp %t.stock.ll %t.ours.ll
// RUN: FileCheck %s --check-prefix=DEFAULT < %t.ours.sent
//
// A model file decides in the same places.
// RUN: opt -passes='default<O2>' -load-pass-plugin=%plugin -mlgo-inline-features=llvm -mlgo-inline-include-default -mlgo-inline-model=%policies/opposite.mlgo -S %t.bc -o %t.release.ll
// RUN: cmp %t.release.ll %t.ours.ll
//
// The built-in policy needs more than LLVM's features, and sites have no names.
// RUN: opt -passes='default<Oz>' -S %t.bc -o %t.plain.ll
// RUN: opt -passes='default<Oz>' -load-pass-plugin=%plugin -mlgo-inline-features=llvm -S %t.bc -o %t.ll 2>%t.err
// RUN: cmp %t.plain.ll %t.ll
// RUN: FileCheck %s --check-prefix=NEEDS < %t.err
// RUN: opt -passes='default<Oz>' -load-pass-plugin=%plugin -mlgo-inline-features=llvm -mlgo-inline-record=%t.sites -S %t.bc -o %t.ll 2>%t.err
// RUN: cmp %t.plain.ll %t.ll
// RUN: FileCheck %s --check-prefix=SITES < %t.err
//
// A host that dies, and features that there are not.
// RUN: %host die=0 %t.ours opt -passes='default<Oz>' -load-pass-plugin=%plugin -mlgo-inline-mode=interactive -mlgo-inline-features=llvm -mlgo-inline-channel=%t.ours -S %t.bc -o %t.ll 2>%t.err
// RUN: cmp %t.plain.ll %t.ll
// RUN: FileCheck %s --check-prefix=DEAD < %t.err
// RUN: opt -passes='default<Oz>' -load-pass-plugin=%plugin -mlgo-inline-features=yours -S %t.bc -o %t.ll 2>%t.err
// RUN: cmp %t.plain.ll %t.ll
// RUN: FileCheck %s --check-prefix=WORD < %t.err

// CHECK: {"name":"is_caller_avail_external","type":"int64_t","port":0,"shape":[1]}],"advice":
// CHECK-NEXT: {"context":""}
// CHECK-NEXT: {"observation":0}
// DEFAULT: {"name":"is_caller_avail_external","type":"int64_t","port":0,"shape":[1]},{"name":"inlining_default","type":"int64_t","port":0,"shape":[1]}],"advice":
// NEEDS: warning: mlgo inline: {{.*}}model needs input '{{.*}}', which is not among the 38 inputs given; using the stock heuristic instead
// SITES: warning: mlgo inline: mlgo-inline-features is 'llvm', expected 'mlgo' with a file of decisions; using the stock heuristic instead
// DEAD: warning: mlgo inline: {{.*}}: the host closed the channel{{.*}}; using the stock heuristic instead
// WORD: warning: mlgo inline: mlgo-inline-features is 'yours', expected mlgo or llvm; using the stock heuristic instead

#include <stdio.h>

static int f(int X) {
  for (int I = 0; I < X; I++)
    printf("%d\n", I * X);
  return X * 3;
}
static int g(int X, const char *Text) {
  if (X % 7 == 0)
    puts(Text);
  switch (X) {
  case 1: return f(X);
  case 5: return f(X + 1) * 2;
  case 9: return f(X - 3);
  default: return X;
  }
}
int h(int X) {
  if (X > 3)
    return g(X, "more") + f(2);
  return g(X - 1, "less") + f(X);
}
int main(int Count, char **Arguments) {
  return h(Count) + g(Count, "main") + f(Count) + h(Count + 1);
}
