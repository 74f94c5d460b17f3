// Powers modulo long numbers, word by word
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define WORDS 6

typedef uint32_t number[WORDS];

struct field {
  number modulus;
  uint32_t inverse; // -1 / modulus, by words.
};

static int compare(const uint32_t *a, const uint32_t *b) {
  for (int i = WORDS - 1; i >= 0; i--)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static uint32_t add(uint32_t *a, const uint32_t *b) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++) {
    carry += (uint64_t)a[i] + b[i];
    a[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return (uint32_t)carry;
}

static void subtract(uint32_t *a, const uint32_t *b) {
  uint32_t borrow = 0;
  for (int i = 0; i < WORDS; i++) {
    uint64_t d = (uint64_t)a[i] - b[i] - borrow;
    a[i] = (uint32_t)d;
    borrow = (uint32_t)(d >> 32) & 1;
  }
}

static void twice(const struct field *f, uint32_t *a) {
  number same;
  memcpy(same, a, sizeof same);
  if (add(a, same) || compare(a, f->modulus) >= 0)
    subtract(a, f->modulus);
}

static void multiply(const struct field *f, uint32_t *a, const uint32_t *b) {
  uint32_t t[WORDS + 2] = {0};
  for (int i = 0; i < WORDS; i++) {
    uint64_t carry = 0;
    for (int j = 0; j < WORDS; j++) {
      carry += t[j] + (uint64_t)a[j] * b[i];
      t[j] = (uint32_t)carry;
      carry >>= 32;
    }
    carry += t[WORDS];
    t[WORDS] = (uint32_t)carry;
    t[WORDS + 1] = (uint32_t)(carry >> 32);
    uint32_t by = t[0] * f->inverse;
    carry = (t[0] + (uint64_t)by * f->modulus[0]) >> 32;
    for (int j = 1; j < WORDS; j++) {
      carry += t[j] + (uint64_t)by * f->modulus[j];
      t[j - 1] = (uint32_t)carry;
      carry >>= 32;
    }
    carry += t[WORDS];
    t[WORDS - 1] = (uint32_t)carry;
    t[WORDS] = t[WORDS + 1] + (uint32_t)(carry >> 32);
  }
  memcpy(a, t, sizeof(number));
  if (t[WORDS] || compare(a, f->modulus) >= 0)
    subtract(a, f->modulus);
}

static void to_field(const struct field *f, uint32_t *a) {
  for (int i = 0; i < 32 * WORDS; i++)
    twice(f, a);
}

static void power(const struct field *f, uint32_t *a,
                  const uint32_t *exponent) {
  number result = {1}, base, one = {1};
  to_field(f, result);
  memcpy(base, a, sizeof base);
  to_field(f, base);
  for (int bit = 32 * WORDS - 1; bit >= 0; bit--) {
    number copy;
    memcpy(copy, result, sizeof copy);
    multiply(f, result, copy);
    if (exponent[bit / 32] >> bit % 32 & 1)
      multiply(f, result, base);
  }
  multiply(f, result, one);
  memcpy(a, result, sizeof(number));
}

int main(void) {
  // 2^192 - 237 is a prime.
  struct field f = {{0u - 237, ~0u, ~0u, ~0u, ~0u, ~0u}, 1};
  number exponent, a;
  int ones = 0;
  uint32_t hash = 0;
  for (int i = 0; i < 5; i++)
    f.inverse *= 2 + f.inverse * f.modulus[0];
  memcpy(exponent, f.modulus, sizeof exponent);
  exponent[0]--;
  for (uint32_t n = 2; n < 70; n += 3) {
    number start = {n, n * n, 7};
    memcpy(a, start, sizeof a);
    power(&f, a, exponent);
    ones += a[0] == 1 && !a[1] && !a[5];
    exponent[0] ^= 2;
    power(&f, start, exponent);
    exponent[0] ^= 2;
    hash = hash * 31 + start[2];
  }
  printf("modpow %d %u\n", ones, (unsigned)hash);
  return 0;
}
