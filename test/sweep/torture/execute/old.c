/* As many of the real tests: nothing is declared, and abort() says that it went
   wrong. */
static add(int *numbers, int count) {
  int total = 0;
  while (count--)
    total += *numbers++;
  return total;
}

main() {
  int numbers[] = {1, 2, 3, 4};
#ifdef BREAK
  numbers[0] = 2;
#endif
  if (add(numbers, 4) != 10)
    abort();
  exit(0);
}
