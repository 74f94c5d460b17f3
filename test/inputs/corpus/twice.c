static int add(int X, int Y) { return X + Y; }
int twice(int X) { return add(X, X); }
