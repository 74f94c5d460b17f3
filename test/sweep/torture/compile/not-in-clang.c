/* A function in a function. */
int outer(int value) {
  int inner(int other) { return value + other; }
  return inner(1);
}
