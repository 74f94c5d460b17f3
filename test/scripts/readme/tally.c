/* Sums the numbers of its input, some of them twice. */
#include <stdio.h>

static long scaled(long value, int factor) { return value * factor + factor; }

static long sum(FILE *in, int *count) {
  long total = 0, value;
  while (fscanf(in, "%ld", &value) == 1) {
    total += value % 3 ? scaled(value, 1) : scaled(value, 2);
    ++*count;
  }
  return total;
}

int main(void) {
  int count = 0;
  long total = sum(stdin, &count);
  printf("%d numbers, %ld\n", count, total);
  return 0;
}
