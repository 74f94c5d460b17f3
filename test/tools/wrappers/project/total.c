#include "total.h"

static int add(int a, int b) { return a + b * seven(); }

int total(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum = add(sum, numbers[i]);
  return add(sum, 0); /* A call that is not in a loop. */
}
