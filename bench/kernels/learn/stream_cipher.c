// A cipher that adds a stream of keys, and its check
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t state[16];
  uint8_t block[64];
  int left;
} cipher;

static uint32_t read32(const uint8_t *p) {
  return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static void write32(uint8_t *p, uint32_t value) {
  for (int i = 0; i < 4; i++)
    p[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t rotate(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void quarter(uint32_t *s, int a, int b, int c, int d) {
  s[a] += s[b];
  s[d] = rotate(s[d] ^ s[a], 15);
  s[c] += s[d];
  s[b] = rotate(s[b] ^ s[c], 11);
  s[a] += s[b];
  s[d] = rotate(s[d] ^ s[a], 9);
  s[c] += s[d];
  s[b] = rotate(s[b] ^ s[c], 6);
}

static void next_block(cipher *c) {
  uint32_t work[16];
  memcpy(work, c->state, sizeof work);
  for (int round = 0; round < 10; round++) {
    for (int i = 0; i < 4; i++)
      quarter(work, i, 4 + i, 8 + i, 12 + i);
    for (int i = 0; i < 4; i++)
      quarter(work, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  for (int i = 0; i < 16; i++)
    write32(c->block + 4 * i, work[i] + c->state[i]);
  c->state[12]++;
  c->left = 64;
}

static void start(cipher *c, const uint8_t *key, const uint8_t *nonce) {
  memset(c, 0, sizeof *c);
  for (int i = 0; i < 4; i++)
    c->state[i] = 0x61707865u * (unsigned)(2 * i + 1);
  for (int i = 0; i < 8; i++)
    c->state[4 + i] = read32(key + 4 * i);
  for (int i = 0; i < 3; i++)
    c->state[13 + i] = read32(nonce + 4 * i);
}

static void apply(cipher *c, uint8_t *data, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (!c->left)
      next_block(c);
    data[i] ^= c->block[64 - c->left--];
  }
}

static uint32_t check(const uint8_t *data, size_t size) {
  uint64_t sum = 1, by = 0x3ffffd3;
  for (size_t i = 0; i + 4 <= size; i += 4)
    sum = (sum + read32(data + i)) * by % 0xfffffffbu;
  return (uint32_t)sum;
}

int main(void) {
  enum { SIZE = 96000 };
  uint8_t key[32], nonce[12], *data = malloc(SIZE);
  cipher c;
  for (int i = 0; i < 32; i++)
    key[i] = (uint8_t)(i * 11 + 3);
  for (int i = 0; i < 12; i++)
    nonce[i] = (uint8_t)(200 - i);
  for (int i = 0; i < SIZE; i++)
    data[i] = (uint8_t)(i / 9);
  uint32_t plain = check(data, SIZE);
  start(&c, key, nonce);
  for (size_t at = 0, part = 1; at < SIZE; at += part, part = part % 331 + 7)
    apply(&c, data + at, at + part > SIZE ? SIZE - at : part);
  uint32_t hidden = check(data, SIZE);
  start(&c, key, nonce);
  apply(&c, data, SIZE);
  printf("stream_cipher %u %u %s\n", (unsigned)plain, (unsigned)hidden,
         check(data, SIZE) == plain ? "same" : "different");
  free(data);
  return 0;
}
