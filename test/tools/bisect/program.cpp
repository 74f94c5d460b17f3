// A program of which the plugin decides calls, passes and registers in its way
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" {
int weigh(const char *Text, int Length);

inline int measure(const char *Text, int Least) {
  const int Length = weigh(Text, Least);
  return Length < Least ? weigh(Text + 1, Length) * 3 : Length;
}

int callOnce(const char *Text) { return measure(Text, 2) + 1; }

int sum(const int *Numbers, int Count, int Factor) {
  int Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += Numbers[I] * Factor + weigh("number", Numbers[I]);
  return Sum;
}
}
