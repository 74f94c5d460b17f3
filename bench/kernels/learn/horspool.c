// Words found by skipping, and the slow way beside it
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct needle {
  const unsigned char *text;
  int length;
  int skip[256];
};

static void prepare(struct needle *n, const char *word) {
  n->text = (const unsigned char *)word;
  n->length = (int)strlen(word);
  for (int i = 0; i < 256; i++)
    n->skip[i] = n->length;
  for (int i = 0; i < n->length - 1; i++)
    n->skip[n->text[i]] = n->length - 1 - i;
}

static int count_fast(const struct needle *n, const unsigned char *hay,
                      int size, unsigned *where) {
  int found = 0;
  for (int at = 0; at + n->length <= size;) {
    int i = n->length - 1;
    while (i >= 0 && hay[at + i] == n->text[i])
      i--;
    if (i < 0) {
      found++;
      *where = *where * 65599 + (unsigned)at;
    }
    at += n->skip[hay[at + n->length - 1]];
  }
  return found;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static int count_slow(const char *word, const unsigned char *hay, int size) {
  int found = 0;
  for (int at = 0; at < size; at++) {
    int i = 0;
    while (word[i] && at + i < size && lower(hay[at + i]) == lower(word[i]))
      i++;
    if (!word[i])
      found++;
  }
  return found;
}

static const char *const syllables[] = {"ka",  "to", "Mi", "ne",   "ru", "so ",
                                        "hen", "ga", "Ri", "ku, ", "wa", "yo"};
static const char *const words[] = {"to",     "katomi",  "runeso ", "wayo",
                                    "henga",  "miri",    "ku, ka",  "nenene",
                                    "towato", "gagariku"};

int main(void) {
  enum { SIZE = 60000 };
  unsigned char *hay = malloc(SIZE + 8);
  int size = 0, fast = 0, slow = 0;
  unsigned where = 0, state = 77;
  while (size < SIZE) {
    state = (state * 171 + 11213) % 53125;
    const char *s = syllables[state / 7 % 12];
    while (*s)
      hay[size++] = (unsigned char)*s++;
  }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    struct needle n;
    prepare(&n, words[i]);
    fast += count_fast(&n, hay, size, &where);
    slow += count_slow(words[i], hay, size);
  }
  printf("horspool %d %d %u\n", fast, slow, where);
  free(hay);
  return 0;
}
