// Functions that some passes make larger.
typedef unsigned long size_t;
int compute(int);
void emit(const char *, ...);

int sum(const int *values, int count, int scale) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += values[i] * compute(i) + scale * 7;
  return total;
}

int table(int rows, int columns, int *out) {
  int most = 0;
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      int value = compute(row * 31 + column);
      out[row * columns + column] = value;
      if (value > most)
        most = value;
    }
  return most;
}

static int depth(int n) {
  if (n < 2)
    return n;
  emit("%d\n", n);
  return depth(n - 1) + depth(n - 2);
}

int classify(int kind, int x) {
  switch (kind) {
  case 1:
    return depth(x);
  case 2:
    return x > 3 ? compute(x) : compute(-x);
  case 7:
    emit("seven");
    return 7;
  default:
    return kind & 1 ? 0x12345 : 0x54321;
  }
}

size_t scan(const char *text, char *to) {
  size_t used = 0;
  for (; *text; text++) {
    if (*text == '%' && text[1]) {
      to[used++] = (char)compute(text[1]);
      text++;
    } else
      to[used++] = *text;
  }
  to[used] = 0;
  return used;
}
