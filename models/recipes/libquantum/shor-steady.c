// The package's program, which draws the same numbers each time.
#include <stdlib.h>
#define srand(Seed) (srand)(7)
#include "shor.c"
