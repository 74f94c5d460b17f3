#include "square.h"
#include <stdio.h>

int main(int Argc, char **Argv) {
  printf("%s %d\n", Argv[1] ? "run" : "lost", square(Argc));
  return 0;
}
