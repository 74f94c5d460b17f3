// When does water get through, by chance and joined sets
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cstdio>
#include <vector>

// A generator of 64 bits of state that permutes its output.
class Random {
  std::uint64_t State;

public:
  explicit Random(std::uint64_t Seed) : State(Seed * 2 + 1) { (*this)(); }
  std::uint32_t operator()() {
    const std::uint64_t Old = State;
    State = Old * 6364136223846793005ull + 1442695040888963407ull;
    const auto X = static_cast<std::uint32_t>((Old >> 18 ^ Old) >> 27);
    const unsigned Turn = static_cast<unsigned>(Old >> 59);
    return X >> Turn | X << (-Turn & 31);
  }
  std::uint32_t below(std::uint32_t Limit) {
    std::uint32_t X;
    do
      X = (*this)();
    while (X >= 0xffffffffu - 0xffffffffu % Limit);
    return X % Limit;
  }
  double unit() { return (*this)() / 4294967296.0; }
};

class Percolation {
  int Side;
  std::vector<bool> Open;
  std::vector<int> Parent, Size;

  int root(int X) {
    if (Parent[X] != X)
      Parent[X] = root(Parent[X]);
    return Parent[X];
  }
  void join(int A, int B) {
    A = root(A);
    B = root(B);
    if (A == B)
      return;
    if (Size[A] < Size[B])
      std::swap(A, B);
    Parent[B] = A;
    Size[A] += Size[B];
  }

public:
  explicit Percolation(int Side)
      : Side(Side), Open(Side * Side), Parent(Side * Side + 2),
        Size(Side * Side + 2, 1) {
    for (std::size_t I = 0; I < Parent.size(); ++I)
      Parent[I] = static_cast<int>(I);
  }
  bool open(int Row, int Column) {
    const int At = Row * Side + Column;
    if (Open[At])
      return false;
    Open[At] = true;
    if (Row == 0)
      join(At, Side * Side);
    else if (Open[At - Side])
      join(At, At - Side);
    if (Row == Side - 1)
      join(At, Side * Side + 1);
    else if (Open[At + Side])
      join(At, At + Side);
    if (Column > 0 && Open[At - 1])
      join(At, At - 1);
    if (Column < Side - 1 && Open[At + 1])
      join(At, At + 1);
    return true;
  }
  bool leaks() { return root(Side * Side) == root(Side * Side + 1); }
};

int main() {
  const int Side = 28, Trials = 60;
  Random R(2026);
  long Opened = 0;
  for (int I = 0; I < Trials; ++I) {
    Percolation P(Side);
    while (!P.leaks()) {
      const int Row = static_cast<int>(R.below(Side));
      Opened += P.open(Row, static_cast<int>(R.below(Side)));
    }
  }
  int Inside = 0;
  for (int I = 0; I < 30000; ++I) {
    const double X = R.unit(), Y = R.unit();
    Inside += X * X + Y * Y < 1;
  }
  std::printf("percolation %ld %.3f %d\n", Opened,
              double(Opened) / (Side * Side * Trials), Inside);
}
