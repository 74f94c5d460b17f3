// Whatever a policy decides, programs do the same: recursion, exceptions,
// virtual calls, variadic functions, function pointers and static data.
//
// RUN: %clangxx -Oz %s -o %t.stock && %t.stock > %t.expected
// RUN: %clangxx -Oz -fpass-plugin=%plugin %s -o %t.policy && %t.policy > %t.out && cmp %t.expected %t.out
// RUN: %clangxx -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/always.mlgo %s -o %t.always && %t.always > %t.out && cmp %t.expected %t.out
// RUN: %clangxx -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/never.mlgo %s -o %t.never && %t.never > %t.out && cmp %t.expected %t.out
// RUN: %clangxx -Oz -fpass-plugin=%plugin -mllvm -mlgo-inline-model=%policies/opposite.mlgo %s -o %t.opposite && %t.opposite > %t.out && cmp %t.expected %t.out
// RUN: %clangxx -O2 -fpass-plugin=%plugin -mllvm -mlgo-inline-everywhere -mllvm -mlgo-inline-model=%policies/always.mlgo %s -o %t.o2 && %t.o2 > %t.out && cmp %t.expected %t.out
// RUN: FileCheck %s < %t.expected

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
};
struct Square : Shape {
  double Side;
  explicit Square(double S) : Side(S) {
    if (S < 0)
      throw std::invalid_argument("negative side");
  }
  double area() const override { return Side * Side; }
};

int sum(int Count, ...) {
  va_list Arguments;
  va_start(Arguments, Count);
  int Total = 0;
  while (Count-- > 0)
    Total += va_arg(Arguments, int);
  va_end(Arguments);
  return Total;
}

int isOdd(unsigned N);
int isEven(unsigned N) { return N == 0 ? 1 : isOdd(N - 1); }
int isOdd(unsigned N) { return N == 0 ? 0 : isEven(N - 1); }

int fibonacci(int N) { return N < 2 ? N : fibonacci(N - 1) + fibonacci(N - 2); }

int &counter() {
  static int Count = 0;
  return ++Count;
}

template <typename T> T clampTo(T X, T Low, T High) {
  return X < Low ? Low : X > High ? High : X;
}

} // namespace

int main() {
  std::map<std::string, std::vector<int>> Table;
  for (int I = 0; I < 50; ++I)
    Table["key" + std::to_string(I % 7)].push_back(fibonacci(I % 15));
  for (auto &[Key, Values] : Table) {
    std::sort(Values.begin(), Values.end(), [](int A, int B) { return A > B; });
    std::printf("%s %d %zu\n", Key.c_str(), Values.front(), Values.size());
  }
  int Failures = 0;
  for (double Side : {2.0, -1.0, 3.5}) {
    try {
      std::printf("%.2f\n", Square(Side).area());
    } catch (const std::invalid_argument &E) {
      ++Failures;
      std::printf("%s\n", E.what());
    }
  }
  int (*Test)(unsigned) = Failures ? isEven : isOdd;
  for (int I = 0; I < 3; ++I)
    counter();
  // CHECK: 15 1 4 3
  std::printf("%d %d %d %d\n", sum(5, 1, 2, 3, 4, 5), Test(10), counter(),
              clampTo(7, 1, 3));
}
