static int twice(int x) { return x + x; }
int calls(int x) { return twice(x) + twice(x + 1); }
