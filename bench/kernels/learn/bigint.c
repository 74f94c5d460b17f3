// Large integers: factorials, digits, and a root
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int size, room;
  uint32_t *digit; // Least first.
} big;

static void big_reserve(big *b, int room) {
  if (room <= b->room)
    return;
  b->digit = realloc(b->digit, (size_t)room * 2 * sizeof *b->digit);
  memset(b->digit + b->room, 0,
         (size_t)(room * 2 - b->room) * sizeof *b->digit);
  b->room = room * 2;
}

static void big_trim(big *b) {
  while (b->size > 0 && !b->digit[b->size - 1])
    b->size--;
}

static void big_mul_small(big *b, uint32_t by) {
  uint64_t carry = 0;
  big_reserve(b, b->size + 1);
  for (int i = 0; i < b->size; i++) {
    carry += (uint64_t)b->digit[i] * by;
    b->digit[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry)
    b->digit[b->size++] = (uint32_t)carry;
}

static uint32_t big_div_small(big *b, uint32_t by) {
  uint64_t rest = 0;
  for (int i = b->size - 1; i >= 0; i--) {
    rest = rest << 32 | b->digit[i];
    b->digit[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  big_trim(b);
  return (uint32_t)rest;
}

static void big_mul(const big *a, const big *b, big *to) {
  big_reserve(to, a->size + b->size);
  memset(to->digit, 0, (size_t)to->room * sizeof *to->digit);
  for (int i = 0; i < a->size; i++) {
    uint64_t carry = 0;
    for (int j = 0; j < b->size; j++) {
      carry += to->digit[i + j] + (uint64_t)a->digit[i] * b->digit[j];
      to->digit[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    to->digit[i + b->size] = (uint32_t)carry;
  }
  to->size = a->size + b->size;
  big_trim(to);
}

static unsigned digit_sum(big *b) {
  unsigned sum = 0;
  while (b->size) {
    uint32_t group = big_div_small(b, 1000000000);
    for (; group; group /= 10)
      sum += group % 10;
  }
  return sum;
}

int main(void) {
  big f = {0, 0, NULL}, square = {0, 0, NULL}, fourth = {0, 0, NULL};
  unsigned sums = 0;
  for (uint32_t n = 1; n <= 420; n++) {
    if (n == 1) {
      big_reserve(&f, 4);
      f.digit[f.size++] = 1;
    }
    big_mul_small(&f, n);
    if (n % 30 == 0) {
      big_mul(&f, &f, &square);
      big_mul(&square, &square, &fourth);
      sums = sums * 31 + digit_sum(&square) + digit_sum(&fourth);
    }
  }
  printf("bigint %d %u %u\n", f.size, sums, digit_sum(&f));
  free(f.digit);
  free(square.digit);
  free(fourth.digit);
  return 0;
}
