// A hash of blocks with a schedule of words and many rounds
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))

struct hasher {
  uint32_t state[8];
  uint8_t buffer[64];
  uint64_t length;
};

static uint32_t constants[64];

// Any words without a pattern will do.
static void make_constants(void) {
  int count = 0;
  for (int n = 2; count < 64; n++) {
    int prime = 1;
    for (int d = 2; d * d <= n; d++)
      if (n % d == 0)
        prime = 0;
    if (prime)
      constants[count++] = 0x9e3779b9u * n ^ 0x85ebca6bu * (n << 7);
  }
}

static void init(struct hasher *h) {
  for (int i = 0; i < 8; i++)
    h->state[i] = constants[8 + i] ^ constants[i];
  h->length = 0;
}

static void compress(struct hasher *h, const uint8_t *block) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | block[4 * i + 1] << 16 |
           block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (ROTATE(a, 5) ^ ROTATE(a, 19) ^ a >> 4) + w[i - 7] +
           (ROTATE(b, 15) ^ ROTATE(b, 21) ^ b >> 11);
  }
  memcpy(s, h->state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t mix = ROTATE(s[4], 7) ^ ROTATE(s[4], 12) ^ ROTATE(s[4], 23);
    uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    uint32_t one = s[7] + mix + choice + constants[i] + w[i];
    uint32_t most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    for (int k = 7; k > 0; k--)
      s[k] = s[k - 1];
    s[4] += one;
    s[0] = one + (ROTATE(s[1], 3) ^ ROTATE(s[1], 14)) + most;
  }
  for (int i = 0; i < 8; i++)
    h->state[i] += s[i];
}

static void update(struct hasher *h, const void *data, size_t size) {
  const uint8_t *bytes = data;
  while (size--) {
    h->buffer[h->length++ % 64] = *bytes++;
    if (h->length % 64 == 0)
      compress(h, h->buffer);
  }
}

int main(void) {
  struct hasher h;
  char text[40];
  make_constants();
  init(&h);
  for (int i = 0; i < 2500; i++) {
    int length = snprintf(text, sizeof text, "line %d of %d\n", i, i * i);
    update(&h, text, (size_t)length);
    h.buffer[i % 64] ^= (uint8_t)h.state[i % 8];
  }
  while (h.length % 64)
    update(&h, "", 1);
  printf("block_hash %08x%08x\n", (unsigned)h.state[0], (unsigned)h.state[7]);
  return 0;
}
