// A spanning tree of random edges, by sets that are joined
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

// A generator with a long period, of the kind that shifts a ring of words.
class Twister {
  std::uint32_t Ring[256];
  unsigned At = 256;

  void refill() {
    for (unsigned I = 0; I < 256; ++I) {
      const std::uint32_t Y =
          (Ring[I] & 0x80000000u) | (Ring[(I + 1) % 256] & 0x7fffffffu);
      Ring[I] = Ring[(I + 97) % 256] ^ Y >> 1 ^ (Y & 1 ? 0x9d2c5681u : 0);
    }
    At = 0;
  }

public:
  explicit Twister(std::uint32_t Seed) {
    for (std::uint32_t &Word : Ring)
      Word = Seed = Seed * 1812433253u + 1;
  }
  std::uint32_t operator()() {
    if (At >= 256)
      refill();
    std::uint32_t Y = Ring[At++];
    Y ^= Y >> 11;
    Y ^= Y << 7 & 0x9d2c5680u;
    return Y ^ Y >> 18;
  }
  std::uint32_t below(std::uint32_t Limit) {
    return static_cast<std::uint32_t>((std::uint64_t((*this)()) * Limit) >> 32);
  }
};

class DisjointSets {
  std::vector<int> Parent, Rank;

public:
  explicit DisjointSets(int Size) : Parent(Size), Rank(Size) {
    std::iota(Parent.begin(), Parent.end(), 0);
  }
  int find(int X) {
    while (Parent[X] != X) {
      Parent[X] = Parent[Parent[X]];
      X = Parent[X];
    }
    return X;
  }
  bool join(int A, int B) {
    A = find(A);
    B = find(B);
    if (A == B)
      return false;
    if (Rank[A] < Rank[B])
      std::swap(A, B);
    Parent[B] = A;
    Rank[A] += Rank[A] == Rank[B];
    return true;
  }
};

struct Edge {
  int From, To;
  unsigned Weight;
};

int main() {
  const int Nodes = 2000;
  Twister Random(4357);
  unsigned long long Total = 0;
  int Joined = 0;
  for (int Round = 0; Round < 3; ++Round) {
    std::vector<Edge> Edges;
    for (int I = 0; I < 4 * Nodes; ++I)
      Edges.push_back({static_cast<int>(Random.below(Nodes)),
                       static_cast<int>(Random.below(Nodes)),
                       Random() % 10000});
    std::sort(Edges.begin(), Edges.end(), [](const Edge &A, const Edge &B) {
      if (A.Weight != B.Weight)
        return A.Weight < B.Weight;
      return A.From != B.From ? A.From < B.From : A.To < B.To;
    });
    DisjointSets Sets(Nodes);
    for (const Edge &E : Edges)
      if (Sets.join(E.From, E.To)) {
        Total += E.Weight;
        ++Joined;
      }
  }
  std::printf("kruskal %d %llu\n", Joined, Total);
}
