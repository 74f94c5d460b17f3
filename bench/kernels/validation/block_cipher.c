// A cipher of blocks by rounds of boxes, in a chain of blocks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 10

static uint8_t box[256], unbox[256];
static uint8_t keys[ROUNDS + 1][16];

static uint8_t times(uint8_t a, uint8_t b) {
  uint8_t product = 0;
  for (; b; b >>= 1) {
    if (b & 1)
      product ^= a;
    a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
  }
  return product;
}

static void make_boxes(void) {
  for (int i = 0; i < 256; i++) {
    uint8_t power = 1, x = (uint8_t)i;
    for (int k = 0; k < 254; k++)
      power = times(power, x);
    uint8_t mixed = (uint8_t)(power ^ power << 1 ^ power << 3 ^ power >> 4 ^
                              power << 4 ^ power >> 7 ^ power >> 5 ^ 0x5a);
    box[i] = mixed;
  }
  // The mixing may not be one to one: the first free value then.
  uint8_t taken[256] = {0};
  for (int i = 0; i < 256; i++) {
    while (taken[box[i]])
      box[i]++;
    taken[box[i]] = 1;
    unbox[box[i]] = (uint8_t)i;
  }
}

static void make_keys(const uint8_t *key) {
  memcpy(keys[0], key, 16);
  for (int r = 1; r <= ROUNDS; r++)
    for (int i = 0; i < 16; i++)
      keys[r][i] = (uint8_t)(keys[r - 1][i] ^ box[keys[r - 1][(i + 5) % 16]] ^
                             (i ? 0 : r));
}

static void mix(uint8_t *s, const uint8_t *factors) {
  for (int c = 0; c < 4; c++) {
    uint8_t column[4];
    for (int i = 0; i < 4; i++) {
      column[i] = 0;
      for (int k = 0; k < 4; k++)
        column[i] ^= times(s[4 * c + k], factors[(k - i + 4) % 4]);
    }
    memcpy(s + 4 * c, column, 4);
  }
}

static void encrypt(uint8_t *s) {
  static const uint8_t factors[] = {2, 3, 1, 1};
  for (int r = 0; r < ROUNDS; r++) {
    uint8_t t[16];
    for (int i = 0; i < 16; i++)
      t[i] = box[s[i] ^ keys[r][i]];
    for (int i = 0; i < 16; i++)
      s[i] = t[(i * 5) % 16];
    mix(s, factors);
  }
  for (int i = 0; i < 16; i++)
    s[i] ^= keys[ROUNDS][i];
}

static void decrypt(uint8_t *s) {
  static const uint8_t factors[] = {14, 11, 13, 9};
  for (int i = 0; i < 16; i++)
    s[i] ^= keys[ROUNDS][i];
  for (int r = ROUNDS - 1; r >= 0; r--) {
    uint8_t t[16];
    mix(s, factors);
    for (int i = 0; i < 16; i++)
      t[(i * 5) % 16] = s[i];
    for (int i = 0; i < 16; i++)
      s[i] = unbox[t[i]] ^ keys[r][i];
  }
}

int main(void) {
  enum { SIZE = 16 * 80 };
  uint8_t *data = malloc(SIZE), key[16], chain[16] = {0}, last[16] = {0};
  uint32_t hash = 0, wrong = 0;
  make_boxes();
  for (int i = 0; i < 16; i++)
    key[i] = (uint8_t)(i * i + 1);
  make_keys(key);
  for (int i = 0; i < SIZE; i++)
    data[i] = (uint8_t)(i / 5);
  for (int at = 0; at < SIZE; at += 16) {
    for (int i = 0; i < 16; i++)
      data[at + i] ^= chain[i];
    encrypt(data + at);
    memcpy(chain, data + at, 16);
    for (int i = 0; i < 16; i++)
      hash = hash * 257 + chain[i];
  }
  for (int at = 0; at < SIZE; at += 16) {
    memcpy(chain, data + at, 16);
    decrypt(data + at);
    for (int i = 0; i < 16; i++)
      wrong += (uint8_t)(data[at + i] ^ last[i]) != (uint8_t)((at + i) / 5);
    memcpy(last, chain, 16);
  }
  printf("block_cipher %u %u\n", (unsigned)hash, (unsigned)wrong);
  free(data);
  return 0;
}
