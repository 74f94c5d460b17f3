int sink(int);
int callee(int x) {
  int a = sink(x);
  int c = a * 7 ^ x;
  return sink(c) + c;
}
int caller(int x) {
#define C x = callee(x);
#define T C C C C C C C C C C
  T T T T return x;
}
