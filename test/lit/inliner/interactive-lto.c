// The modules of a ThinLTO link, compiled at once in one process, take turns at
// one channel. When the host is gone, none of them waits for it any more.
//
// RUN: %clang -Oz -flto=thin -DNAME=one -c %s -o %t.1.o
// RUN: %clang -Oz -flto=thin -DNAME=two -c %s -o %t.2.o
// RUN: %clang -Oz -flto=thin -DNAME=three -c %s -o %t.3.o
// RUN: %clang -Oz -flto=thin -DNAME=main -c %s -o %t.4.o
// DEFINE: %{link} = %clang -Oz -flto=thin -fuse-ld=lld -Wl,--load-pass-plugin=%plugin -Wl,--thinlto-jobs=2 %t.1.o %t.2.o %t.3.o %t.4.o -o %t.program
// RUN: env MLGO_INLINE_MODEL=%policies/opposite.mlgo %{link}
// RUN: cp %t.program %t.release
// RUN: env MLGO_INLINE_MODE=interactive MLGO_INLINE_CHANNEL=%t %host opposite %t %{link}
// RUN: cmp %t.program %t.release
// RUN: env MLGO_INLINE_MODE=interactive MLGO_INLINE_CHANNEL=%t MLGO_INLINE_CHANNEL_DEADLINE=1 %host die=1 %t %{link} 2>%t.err
// RUN: FileCheck %s < %t.err

// CHECK: warning: mlgo inline: {{.*}}; using the stock heuristic instead
// CHECK-NOT: mlgo inline

#include <stdio.h>

static int f(int X) {
  for (int I = 0; I < X; I++)
    printf("%d\n", I * X);
  return X * 3;
}
int NAME(int X) { return f(X) + f(X + 1); }
