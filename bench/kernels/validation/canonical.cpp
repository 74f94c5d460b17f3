// Canonical codes with limited lengths, decoded by a table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

constexpr int Symbols = 64, Longest = 12;

// Lengths of codes, by sorting and joining; too long ones are cut.
static std::array<int, Symbols>
lengths(const std::array<unsigned, Symbols> &Counts) {
  struct Package {
    std::uint64_t Weight;
    std::vector<int> Members;
  };
  std::vector<Package> Leaves, Level;
  for (int I = 0; I < Symbols; ++I)
    if (Counts[I])
      Leaves.push_back({Counts[I], {I}});
  const auto ByWeight = [](const Package &A, const Package &B) {
    return A.Weight < B.Weight;
  };
  std::stable_sort(Leaves.begin(), Leaves.end(), ByWeight);
  for (int Round = 0; Round < Longest; ++Round) {
    std::vector<Package> Pairs;
    for (std::size_t I = 0; I + 1 < Level.size(); I += 2) {
      Pairs.push_back(std::move(Level[I]));
      Pairs.back().Weight += Level[I + 1].Weight;
      Pairs.back().Members.insert(Pairs.back().Members.end(),
                                  Level[I + 1].Members.begin(),
                                  Level[I + 1].Members.end());
    }
    Level.clear();
    std::merge(Leaves.begin(), Leaves.end(), Pairs.begin(), Pairs.end(),
               std::back_inserter(Level), ByWeight);
  }
  std::array<int, Symbols> Result{};
  for (std::size_t I = 0; I < 2 * Leaves.size() - 2; ++I)
    for (int Symbol : Level[I].Members)
      ++Result[Symbol];
  return Result;
}

class Code {
  std::array<int, Symbols> Length;
  std::array<unsigned, Symbols> Bits{};
  std::vector<std::pair<std::uint8_t, std::uint8_t>> Table;

public:
  explicit Code(const std::array<int, Symbols> &L)
      : Length(L), Table(1 << Longest) {
    unsigned Next = 0;
    for (int Wide = 1; Wide <= Longest; ++Wide, Next <<= 1)
      for (int I = 0; I < Symbols; ++I)
        if (Length[I] == Wide)
          Bits[I] = Next++;
    for (int I = 0; I < Symbols; ++I)
      for (unsigned Rest = 0; Length[I] && Rest < 1u << (Longest - Length[I]);
           ++Rest)
        Table[Bits[I] << (Longest - Length[I]) | Rest] = {
            static_cast<std::uint8_t>(I), static_cast<std::uint8_t>(Length[I])};
  }
  void encode(const std::vector<std::uint8_t> &In,
              std::vector<bool> &Out) const {
    for (std::uint8_t Symbol : In)
      for (int Bit = Length[Symbol] - 1; Bit >= 0; --Bit)
        Out.push_back(Bits[Symbol] >> Bit & 1);
  }
  std::vector<std::uint8_t> decode(const std::vector<bool> &In) const {
    std::vector<std::uint8_t> Out;
    unsigned Window = 0;
    int Have = 0;
    for (std::size_t At = 0; At < In.size() || Have > 0;) {
      while (Have < Longest) {
        Window = Window << 1 | (At < In.size() && In[At] ? 1 : 0);
        ++At;
        ++Have;
      }
      const auto [Symbol, Used] = Table[Window & ((1 << Longest) - 1)];
      Out.push_back(Symbol);
      Have -= Used;
      Window &= (1u << Have) - 1;
      if (At >= In.size() + Have)
        break;
    }
    return Out;
  }
};

int main() {
  std::size_t Total = 0, Same = 0;
  unsigned Hash = 0;
  for (unsigned Round = 1; Round <= 4; ++Round) {
    std::vector<std::uint8_t> Text(7000);
    unsigned X = Round;
    std::array<unsigned, Symbols> Counts{};
    for (std::uint8_t &Symbol : Text) {
      X = X * 1664525u + 1013904223u;
      Symbol = static_cast<std::uint8_t>((X >> 26) & (X >> 18) & 63);
      ++Counts[Symbol];
    }
    const auto Lengths = lengths(Counts);
    const Code C(Lengths);
    std::vector<bool> Bits;
    C.encode(Text, Bits);
    Total += Bits.size();
    Same += C.decode(Bits) == Text;
    Hash = std::accumulate(Lengths.begin(), Lengths.end(), Hash,
                           [](unsigned H, int L) { return H * 13 + L; });
  }
  std::printf("canonical %zu %zu %u\n", Total, Same, Hash);
}
