// Checks of many kinds over the same bytes, by a table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t (*checksum)(const uint8_t *data, size_t size);

static uint32_t table[256];

static void make_table(uint32_t polynomial) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ polynomial : c >> 1;
    table[i] = c;
  }
}

static uint32_t by_table(const uint8_t *data, size_t size) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < size; i++)
    c = table[(c ^ data[i]) & 0xff] ^ c >> 8;
  return ~c;
}

static uint32_t by_bits(const uint8_t *data, size_t size) {
  uint16_t c = 0xffff;
  while (size--) {
    c ^= (uint16_t)(*data++ << 8);
    for (int i = 0; i < 8; i++)
      c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1);
  }
  return c;
}

static uint32_t two_sums(const uint8_t *data, size_t size) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < size; i++) {
    a = (a + data[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static uint32_t words(const uint8_t *data, size_t size) {
  uint32_t h = (uint32_t)size * 0x9e3779b1u, k;
  for (; size >= 4; size -= 4, data += 4) {
    memcpy(&k, data, 4);
    k *= 0xcc9e2d51u;
    k = k << 15 | k >> 17;
    h ^= k * 0x1b873593u;
    h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
  }
  switch (size) {
  case 3:
    h ^= (uint32_t)data[2] << 16;
    /* fall through */
  case 2:
    h ^= (uint32_t)data[1] << 8;
    /* fall through */
  case 1:
    h = (h ^ data[0]) * 0x85ebca6bu;
  }
  return h ^ h >> 16;
}

static const struct {
  const char *name;
  checksum function;
} all[] = {{"table", by_table},
           {"bits", by_bits},
           {"sums", two_sums},
           {"words", words}};

int main(void) {
  enum { SIZE = 30000 };
  uint8_t *data = malloc(SIZE);
  uint32_t results[4] = {0};
  make_table(0xedb88320u);
  for (int i = 0; i < SIZE; i++)
    data[i] = (uint8_t)(i * i >> 5 ^ i);
  for (size_t length = 1; length < 2000; length = length * 3 + 1)
    for (size_t at = 0; at + length <= SIZE; at += length)
      for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        results[i] = results[i] * 3 + all[i].function(data + at, length);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    printf("%s %08x ", all[i].name, (unsigned)results[i]);
  printf("%s\n", by_table((const uint8_t *)"123456789", 9) == 0xcbf43926u
                     ? "right"
                     : "wrong");
  free(data);
  return 0;
}
