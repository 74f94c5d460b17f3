// At -Oz ranges of vectors are left to stock, also where many of them are live:
// by bytes one eviction follows another in a long block.
//
// RUN: %clang -Oz -emit-llvm -c %s -o %t.bc
// RUN: llc -filetype=obj %t.bc -o %t.stock
// RUN: llc -filetype=obj -load %regalloc -mlgo-regalloc-hot=ignore -mlgo-regalloc-stock-constants -mlgo-regalloc-stock-settings -mlgo-regalloc-assignment=stock -mlgo-regalloc-stats %t.bc -o %t.o 2>&1 | FileCheck %s
// RUN: cmp %t.stock %t.o
//
// CHECK: decisions={{[1-9].*}} differ=0

#include <emmintrin.h>

#define EACH(F)                                                                \
  F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13)
#define DECLARE(I) __m128i V##I = Begin;
#define STEP(I)                                                                \
  V##I = _mm_subs_epi8(V##I, *Row++);                                          \
  Most = _mm_max_epu8(Most, V##I);
#define SHIFT(I) V##I = _mm_slli_si128(V##I, 1);

__m128i band(const __m128i *const *Rows, int N, __m128i Begin, __m128i Most) {
  EACH(DECLARE)
  for (int I = 0; I < N; ++I) {
    const __m128i *Row = Rows[I];
    EACH(STEP)
    Row = Rows[I + 1];
    EACH(STEP)
    EACH(SHIFT)
    Row = Rows[I + 2];
    EACH(STEP)
    V0 = _mm_or_si128(V0, Begin);
  }
  return Most;
}
