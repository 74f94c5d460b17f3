#include "total.h"

static int next(int x) { return x % 2 ? 3 * x + 1 : x / 2; }

static int length(int x) {
  int steps = 0;
  for (; x != 1; x = next(x))
    ++steps;
  return steps;
}

int main(void) {
  int numbers[9];
  for (int i = 0; i < 9; ++i)
    numbers[i] = length(i + 1) + length(next(i + 1));
  report(numbers, 9);
  return 0;
}
