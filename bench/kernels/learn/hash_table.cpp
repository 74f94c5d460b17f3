// A hash table with open addressing, of any key and value
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

struct Hasher {
  std::size_t operator()(const std::string &Key) const {
    std::uint32_t Hash = 2166136261u;
    for (char C : Key)
      Hash = (Hash ^ static_cast<unsigned char>(C)) * 16777619u;
    return Hash;
  }
  std::size_t operator()(std::uint32_t Key) const {
    Key = (Key ^ Key >> 16) * 0x45d9f3bu;
    return Key ^ Key >> 16;
  }
};

template <class Key, class Value> class HashTable {
  enum class State : char { Empty, Full, Erased };
  struct Slot {
    State Is = State::Empty;
    Key K{};
    Value V{};
  };
  std::vector<Slot> Slots = std::vector<Slot>(8);
  std::size_t Used = 0, Live = 0;

  std::size_t find(const Key &K) const {
    std::size_t At = Hasher()(K) % Slots.size(), Free = Slots.size();
    for (;; At = (At + 1) % Slots.size()) {
      if (Slots[At].Is == State::Empty)
        return Free < Slots.size() ? Free : At;
      if (Slots[At].Is == State::Erased)
        Free = Free < Slots.size() ? Free : At;
      else if (Slots[At].K == K)
        return At;
    }
  }

  void grow() {
    std::vector<Slot> Old(Slots.size() * 2);
    Old.swap(Slots);
    Used = Live = 0;
    for (Slot &S : Old)
      if (S.Is == State::Full)
        (*this)[std::move(S.K)] = std::move(S.V);
  }

public:
  Value &operator[](Key K) {
    if ((Used + 1) * 4 > Slots.size() * 3)
      grow();
    Slot &S = Slots[find(K)];
    if (S.Is != State::Full) {
      Used += S.Is == State::Empty;
      ++Live;
      S.Is = State::Full;
      S.K = std::move(K);
      S.V = Value();
    }
    return S.V;
  }
  bool contains(const Key &K) const { return Slots[find(K)].Is == State::Full; }
  void erase(const Key &K) {
    Slot &S = Slots[find(K)];
    if (S.Is == State::Full) {
      S.Is = State::Erased;
      --Live;
    }
  }
  std::size_t size() const { return Live; }
};

int main() {
  HashTable<std::uint32_t, int> Numbers;
  HashTable<std::string, std::uint32_t> Names;
  std::uint32_t X = 5, Hits = 0;
  for (int I = 0; I < 40000; ++I) {
    X = X * 1664525u + 1013904223u;
    Numbers[X >> 18] += I;
    if (Numbers.contains(X >> 7 & 16383))
      ++Hits;
    if (I % 5 == 0)
      Numbers.erase(X >> 9 & 16383);
    if (I % 4 == 0)
      Names["key " + std::to_string(X >> 21)] ^= X;
  }
  std::uint32_t Sum = 0;
  for (std::uint32_t I = 0; I < 2048; ++I)
    Sum = Sum * 31 + Names["key " + std::to_string(I)] +
          static_cast<std::uint32_t>(Numbers[I]);
  std::printf("hash_table %zu %zu %u %u\n", Numbers.size(), Names.size(),
              static_cast<unsigned>(Hits), static_cast<unsigned>(Sum));
}
