// The same channel from clang 19, and the same questions as its own advisor
// asks. Its stock host is not told the default decision, which it would write
// over another feature.
//
// REQUIRES: llvm-19
// RUN: env MLGO_INLINE_MODEL=%policies/opposite.mlgo clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.release.o
// RUN: %host opposite %t env MLGO_INLINE_MODE=interactive MLGO_INLINE_CHANNEL=%t clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.o
// RUN: cmp %t.release.o %t.o
// RUN: %host alternate %t.stock clang-19 -Oz -mllvm -enable-ml-inliner=release -mllvm -inliner-interactive-channel-base=%t.stock -c %s -o %t.stock.o
// RUN: %host alternate %t env MLGO_INLINE_MODE=interactive MLGO_INLINE_FEATURES=llvm MLGO_INLINE_CHANNEL=%t clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.o
// RUN: cmp %t.stock.sent %t.sent
// RUN: cmp %t.stock.o %t.o
//
// Ours tells it where it belongs: the host that answers with it is stock.
// RUN: clang-19 -Oz -c %s -o %t.plain.o
// RUN: %host stock %t env MLGO_INLINE_MODE=interactive MLGO_INLINE_FEATURES=llvm MLGO_INLINE_INCLUDE_DEFAULT=1 MLGO_INLINE_CHANNEL=%t clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.o
// RUN: cmp %t.plain.o %t.o
// RUN: %host opposite %t env MLGO_INLINE_MODE=interactive MLGO_INLINE_FEATURES=llvm MLGO_INLINE_INCLUDE_DEFAULT=1 MLGO_INLINE_CHANNEL=%t clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.o
// RUN: env MLGO_INLINE_FEATURES=llvm MLGO_INLINE_INCLUDE_DEFAULT=1 MLGO_INLINE_MODEL=%policies/opposite.mlgo clang-19 -Oz -fpass-plugin=%plugin-19 -c %s -o %t.release.o
// RUN: cmp %t.release.o %t.o

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
