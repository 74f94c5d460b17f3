void sink(int);

static int mix(int X, int Y) {
  for (int I = 0; I < Y; ++I)
    sink(X ^ I);
  if (X > Y)
    sink(X * 3);
  return X - Y;
}

int first(int X) { return mix(X, 3) + mix(X, 5); }
int second(int X, int Y) { return mix(X, Y) * mix(Y, X); }
