// Programs whose callers know their callees do what they did: handlers, jumps
// to callees, and callees that call themselves and each other.
//
// RUN: %clang -O2 %s -lstdc++ -o %t.stock && %t.stock > %t.expected && FileCheck %s < %t.expected
// RUN: for flags in -O1 -O2 -O3 -Os -Oz "-O2 -g" "-Oz -fno-omit-frame-pointer" "-O2 -ffunction-sections -fsplit-machine-functions" "-O3 -march=x86-64-v3" "-Oz -fpic -mcmodel=medium" "-O2 -mllvm -mlgo-regalloc-assignment=wild"; do \
// RUN:   %clang $flags -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-callees=known -mllvm -verify-machineinstrs %s -lstdc++ -o %t.exe && %t.exe | cmp - %t.expected || exit 1; \
// RUN: done
//
// Values are kept: it is other code than without.
// RUN: %clang -O2 -fpass-plugin=%regalloc -c %s -o %t.o && %clang -O2 -fpass-plugin=%regalloc -mllvm -mlgo-regalloc-callees=stock -c %s -o %t.without.o && not cmp -s %t.o %t.without.o
//
// Debug information changes no instruction:
// RUN: for level in -Oz -O2; do \
// RUN:   for flag in -g0 -g; do \
// RUN:     %clang $level $flag -fpass-plugin=%regalloc -c %s -o %t$flag.o && llvm-objcopy-22 -O binary --only-section=.text %t$flag.o %t$flag.text || exit 1; \
// RUN:   done && cmp %t-g0.text %t-g.text || exit 1; \
// RUN: done
// RUN: llvm-dwarfdump-22 --verify %t-g.o > %t.verified
//
// So do links, with any number of threads:
// RUN: %clang -O2 -flto -DFIRST -c %s -o %t.first.o && %clang -O2 -flto -DSECOND -c %s -o %t.second.o
// RUN: %clang -O2 -flto -fuse-ld=lld -Wl,--load-pass-plugin=%regalloc %t.first.o %t.second.o -lstdc++ -o %t.full && %t.full | cmp - %t.expected
// RUN: %clang -O2 -flto -fuse-ld=lld -Wl,--load-pass-plugin=%regalloc -Wl,--lto-partitions=3 %t.first.o %t.second.o -lstdc++ -o %t.parts && %t.parts | cmp - %t.expected
// RUN: %clang -O2 -flto=thin -DFIRST -c %s -o %t.first.o && %clang -O2 -flto=thin -DSECOND -c %s -o %t.second.o
// RUN: for jobs in 1 4; do %clang -O2 -flto=thin -fuse-ld=lld -Wl,--thinlto-jobs=$jobs -Wl,--load-pass-plugin=%regalloc %t.first.o %t.second.o -lstdc++ -o %t.thin.$jobs || exit 1; done
// RUN: cmp %t.thin.1 %t.thin.4 && %t.thin.1 | cmp - %t.expected

// CHECK: 586 caught 8 after 30
// CHECK: 1 0 120 6
// CHECK: 42 -3 1000

#include <cstdio>
#include <cstdlib>

#define LOCAL static __attribute__((noinline))

long first(long A, long B, long C, long D);
int second(int N);

#ifndef SECOND
LOCAL long scale(long X) { return X * 3 + 1; }
LOCAL long through(long X) { return scale(X + 2); } // A jump.
LOCAL long mayThrow(long X) {
  if (X > 5)
    throw X;
  return scale(X);
}

long first(long A, long B, long C, long D) {
  long Sum = scale(A) * B + C;
  Sum += through(Sum) - D;
  long Last = B;
  try {
    for (long I = 0; I < 9; ++I) {
      Last = I * D;
      Sum += mayThrow(I + A) * C + scale(Last);
    }
  } catch (long X) {
    std::printf("%ld caught %ld after %ld\n", Sum, X + C - B, Last + A + B + D);
  }
  return Sum;
}
#endif

#ifndef FIRST
LOCAL int odd(int N);
LOCAL int even(int N) { return N == 0 ? 1 : odd(N - 1); }
LOCAL int odd(int N) { return N == 0 ? 0 : even(N - 1); }
LOCAL long factorial(int N) { return N < 2 ? 1 : N * factorial(N - 1); }
LOCAL double half(double X) { return X * 0.5; }
LOCAL double mean(double A, double B, double C) {
  return half(A) + half(B) * C - half(C);
}
LOCAL int order(const void *A, const void *B) {
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

int second(int N) {
  std::printf("%d %d %ld %g\n", even(N), odd(N), factorial(N / 2),
              mean(N, 2, 1) + even(N + 1) + odd(N + 1) - 0.5);
  int Numbers[] = {42, N * 100, -3};
  std::qsort(Numbers, 3, sizeof(int), order);
  if (order(Numbers, Numbers + 1) >= 0)
    return 1;
  std::printf("%d %d %d\n", Numbers[1], Numbers[0], Numbers[2]);
  return 0;
}
#endif

#ifndef FIRST
int main(int Count, char **) {
  first(Count, 5 * Count, 7, 4);
  return second(9 + Count);
}
#endif
