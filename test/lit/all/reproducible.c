// The same sources give the same bytes in any folder, and ThinLTO with any number
// of threads.
//
// REQUIRES: llvm-22
// RUN: rm -rf %t && mkdir -p %t/one %t/another/place && cp %s %t/one/x.c && cp %s %t/another/place/x.c
// RUN: for folder in one another/place; do cd %t/$folder && \
// RUN:   %clang -Oz -fpass-plugin=%all-22 -Xclang -load -Xclang %all-22 -mllvm -mlgo-inline-record=decisions -mllvm -mlgo-inline-training-log=log -c x.c && \
// RUN:   for i in 0 1 2 3 4 5 6 7; do %clang -Oz -flto=thin -DUNIT=$i -c x.c -o $i.o || exit 1; done && \
// RUN:   for jobs in 1 2 4 8; do \
// RUN:     env MLGO_INLINE_STATS_FILE=counts-$jobs %clang -flto=thin -fuse-ld=lld -Wl,--load-pass-plugin=%all-22 -Wl,--thinlto-jobs=$jobs [0-7].o -o program-$jobs && \
// RUN:     cmp program-1 program-$jobs && ./program-$jobs && FileCheck %s < counts-$jobs || exit 1; done || exit 1; done
// RUN: cd %t && for file in x.o decisions log program-1; do cmp one/$file another/place/$file || exit 1; done
// RUN: mlgo log check %t/one/log
//
// CHECK: mlgo-inline-stats module={{.*}} decisions={{[1-9]}}

#define PASTE(A, B) A##B
#define NAME(I) PASTE(unit, I)
int unit0(int), unit1(int), unit2(int), unit3(int), unit4(int), unit5(int),
    unit6(int), unit7(int), shared(int);
#ifdef UNIT
static int helper(int X) { return X * 3 + X / 7; }
static int larger(int X) { return X > 5 ? helper(X) ^ shared(X) : X + 1; }
int NAME(UNIT)(int X) { return larger(X) + larger(helper(X)) + UNIT; }
#endif
#if !defined(UNIT) || UNIT == 0
int shared(int X) { return X * X - 1; }
int main(void) {
  int Sum = 0;
#ifdef UNIT
  for (int I = 0; I < 9; ++I)
    Sum += unit0(I) + unit1(I) + unit2(I) + unit3(I) + unit4(I) + unit5(I) +
           unit6(I) + unit7(I) - unit0(I) * 8 - 28;
#endif
  return Sum + shared(1);
}
#endif
