// Without calls that BPF lacks; passes left out change its code there, too.
int check(int *values, int index);

int weigh(int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) {
    total += values[i] * i;
    if (values[i] > 7)
      total ^= check(values, i);
  }
  for (int i = 0; i < count; i++)
    values[i] = total;
  return total;
}

static int sum(int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += values[i];
  return total;
}

int sumTwice(int *values, int count) {
  return sum(values, count) + sum(values + 1, count - 1) +
         weigh(values, count);
}
