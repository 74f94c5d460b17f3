// Record and replay of C++: exceptions, lambdas, templates and recursion. A
// replayed program is the recorded one, by this compiler and by LLVM 19's.
//
// RUN: rm -f %t.sites %t.again
// RUN: %clangxx -Oz %s -o %t.stock && %t.stock > %t.expected
// RUN: env MLGO_INLINE_MODEL=%policies/opposite.mlgo MLGO_INLINE_RECORD=%t.sites %clangxx -Oz -fpass-plugin=%plugin -c %s -o %t.o
// RUN: env MLGO_INLINE_MODE=default MLGO_INLINE_DECISIONS=%t.sites MLGO_INLINE_RECORD=%t.again MLGO_INLINE_STATS_FILE=%t.stats %clangxx -Oz -fpass-plugin=%plugin -c %s -o %t.replayed.o
// RUN: cmp %t.o %t.replayed.o
// RUN: sed "s/\tasked\t/\t\t/" %t.sites >%t.decided && cmp %t.decided %t.again
// RUN: %clangxx %t.replayed.o -o %t.exe && %t.exe | cmp - %t.expected
// RUN: FileCheck %s < %t.sites

// CHECK: # mlgo-inline-decisions 1
// A call within what a call was replaced with, and one of a closure, which is
// numbered within its function.
// CHECK-DAG: {{^[01]	[^	]+	[^	]+	[^	]+#[0-9]+/[^	]+#[0-9]+	}}
// CHECK-DAG: _ZZ4mainENK$_clEii$0#

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

int depth(const std::string &Text, size_t I = 0) {
  return I == Text.size() ? 0 : (Text[I] == '(') + depth(Text, I + 1);
}

template <typename T> T checked(T Value, T Limit) {
  if (Value > Limit)
    throw std::out_of_range(std::to_string(Value));
  return Value;
}

} // namespace

int main() {
  std::map<std::string, std::vector<int>> Table;
  for (int I = 0; I < 30; ++I)
    Table[std::string(I % 5, '(')].push_back(I * 7 % 11);
  for (auto &[Key, Values] : Table) {
    std::sort(Values.begin(), Values.end(), [](int A, int B) { return A > B; });
    try {
      std::printf("%d %d\n", depth(Key), checked(Values.front(), 9));
    } catch (const std::out_of_range &E) {
      std::printf("%s is too much\n", E.what());
    }
  }
}
