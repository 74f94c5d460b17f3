#include "square.h"
#include <stdio.h>
#include <stdlib.h>

#ifdef TALKATIVE
#define HELLO "hello from the variant\n"
#else
#define HELLO "hello\n"
#endif
#ifdef PADDED
const char Padding[PADDED] = {1};
#endif

static int twice(int Number) { return square(Number) + square(Number); }

int main(int Argc, char **Argv) {
  int Number;
  fputs(HELLO, stdout);
#ifdef PADDED
  putchar('0' + Padding[0] - 1 + (Argc < 0 ? Padding[Argc + 9] : 0));
#else
  putchar('0');
#endif
  if (Argc < 2)
    return 3;
  while (scanf("%d", &Number) == 1)
    printf("%d\n", twice(Number + atoi(Argv[1])));
  return 0;
}
