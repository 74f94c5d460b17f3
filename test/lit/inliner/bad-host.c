// A host that dies, is silent, answers too little or nonsense, or never comes
// ends in one diagnostic, within the deadline, and in stock's object; or in a
// failed compilation, if that is wanted.
//
// RUN: %clang -Oz -c %s -o %t.stock.o
// DEFINE: %{flags} = -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=interactive -mllvm -mlgo-inline-channel=%t -mllvm -mlgo-inline-channel-deadline=1
// RUN: %host die=0 %t %clang %{flags} -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=DEAD < %t.err
// RUN: %host die=2 %t %clang %{flags} -c %s -o %t.o 2>%t.err
// RUN: FileCheck %s --check-prefix=DEAD < %t.err
// RUN: for n in 1 3 4 5; do %host die=$n %t %clang %{flags} -c %s -o %t.o || exit 1; done
// RUN: %host silent %t %clang %{flags} -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=SILENT < %t.err
// RUN: %host short %t %clang %{flags} -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=SHORT < %t.err
// RUN: %host garbage %t %clang %{flags} -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=GARBAGE < %t.err
// RUN: %host absent %t %clang %{flags} -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=ABSENT < %t.err
// RUN: not %host die=1 %t %clang %{flags} -mllvm -mlgo-inline-require-model -c %s -o %t.o 2>%t.err
// RUN: FileCheck %s --check-prefix=REQUIRED < %t.err
//
// The same when LLVM's advisor asks.
// RUN: %host die=0 %t %clang %{flags} -mllvm -mlgo-inline-features=llvm -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=DEAD < %t.err
//
// Without FIFOs, and with values that no option has.
// RUN: rm %t.in && %clang %{flags} -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=NONE < %t.err
// RUN: %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-mode=interactive -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNSET
// RUN: %clang %{flags} -mllvm -mlgo-inline-features=yours -c %s -o %t.o 2>%t.err
// RUN: cmp %t.stock.o %t.o
// RUN: FileCheck %s --check-prefix=WORD < %t.err
// RUN: env MLGO_INLINE_MODE=fast %clang -Oz -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: env MLGO_INLINE_CHANNEL_DEADLINE=-1 not %clang -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-require-model -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SECONDS

// DEAD: warning: mlgo inliner: {{.*}}: the host closed the channel{{.*}}; using the stock heuristic instead
// DEAD-NOT: mlgo inliner
// SILENT: warning: mlgo inliner: {{.*}}.in: no answer within 1 seconds: found 0 bytes of an answer, expected 8; using the stock heuristic instead
// SILENT-NOT: mlgo inliner
// SHORT: warning: mlgo inliner: {{.*}}.in: the host closed the channel: found 3 bytes of an answer, expected 8; using the stock heuristic instead
// GARBAGE: warning: mlgo inliner: {{.*}}.in: the host answers with more than the 8 bytes that are expected; using the stock heuristic instead
// ABSENT: warning: mlgo inliner: {{.*}}.out: nobody opened it for reading before the deadline; using the stock heuristic instead
// REQUIRED: error: mlgo inliner: {{.*}}: the host closed the channel
// NONE: warning: mlgo inliner: {{.*}}.in: cannot open for reading: No such file or directory; using the stock heuristic instead
// UNSET: warning: mlgo inliner: mlgo-inline-mode is 'interactive' without mlgo-inline-channel, expected the base of two FIFOs there;
// WORD: warning: mlgo inliner: mlgo-inline-features is 'yours', expected mlgo or llvm;
// MODE: warning: mlgo inliner: mlgo-inline-mode is 'fast', expected release or development or interactive or default;
// SECONDS: error: mlgo inliner: mlgo-inline-channel-deadline is '-1', expected seconds, more than 0 and at most 86400

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
