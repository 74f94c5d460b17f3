// Where the policy is asked in all functions and stock's answer is taken, code is
// stock's at all levels. Outside of functions with minsize stock leaves alone
// what is called in a cold place, even if it is called nowhere else.
//
// RUN: %clang -Oz -c %s -o %t.stock
// RUN: %clang -Oz -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-stats -c %s -o %t.o 2> %t.err && cmp %t.stock %t.o
// RUN: %clang -Os -c %s -o %t.stock
// RUN: %clang -Os -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-stats -c %s -o %t.o 2> %t.err && cmp %t.stock %t.o
// RUN: %clang -O2 -c %s -o %t.stock
// RUN: %clang -O2 -fpass-plugin=%plugin-22 -mllvm -mlgo-inline-mode=default -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-stats -c %s -o %t.o 2> %t.err && cmp %t.stock %t.o

int report(const char *, int, int);

static void fail(int X) {
  report("first", X, 1);
  report("second", X, 2);
  report("third", X, 3);
}

int check(int X) {
  if (__builtin_expect(X < 0, 0))
    fail(X);
  return report("done", X, 0);
}
