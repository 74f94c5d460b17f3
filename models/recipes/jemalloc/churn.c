/* Allocates, resizes and frees blocks of all sizes, aligned ones too; asks for
   what the library knows of them. */

#include <jemalloc/jemalloc.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define COUNT 4000

int main(void) {
  static unsigned char *blocks[COUNT];
  static size_t sizes[COUNT];
  unsigned state = 12345;
  uint64_t sum = 0, usable = 0;
  for (int round = 0; round < 200000; ++round) {
    state = state * 1103515245u + 12345u;
    const unsigned at = (state >> 8) % COUNT;
    const size_t size = 1 + (state >> 16) % (at % 50 ? 600 : 40000);
    if (!blocks[at]) {
      blocks[at] =
          at % 7 ? malloc(size) : aligned_alloc(64, (size + 63) & ~63ul);
    } else if (at % 3) {
      sum = sum * 31 + blocks[at][sizes[at] - 1];
      free(blocks[at]);
      blocks[at] = NULL;
      continue;
    } else {
      blocks[at] = rallocx(blocks[at], size, at % 2 ? MALLOCX_ZERO : 0);
    }
    memset(blocks[at], (int)(state >> 24), size);
    sizes[at] = size;
    usable += malloc_usable_size(blocks[at]);
  }
  for (int i = 0; i < COUNT; ++i)
    free(blocks[i]);
  unsigned bins = 0;
  size_t length = sizeof(bins);
  mallctl("arenas.nbins", &bins, &length, NULL, 0);
  uint64_t epoch = 1;
  length = sizeof(epoch);
  mallctl("epoch", &epoch, &length, &epoch, length);
  printf("%016llx %llu %u %zu %zu\n", (unsigned long long)sum,
         (unsigned long long)usable, bins, nallocx(1000, 0),
         nallocx(100000, MALLOCX_ALIGN(4096)));
  return 0;
}
