// A cache that forgets what was not used, beside chains of buckets
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cstdio>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

template <class Key, class Value> class Cache {
  using List = std::list<std::pair<Key, Value>>;
  List Items;
  std::unordered_map<Key, typename List::iterator> Where;
  std::size_t Capacity;

public:
  unsigned Hits = 0, Misses = 0;

  explicit Cache(std::size_t Capacity) : Capacity(Capacity) {}

  template <class Make> Value &get(const Key &K, Make &&M) {
    auto Found = Where.find(K);
    if (Found != Where.end()) {
      ++Hits;
      Items.splice(Items.begin(), Items, Found->second);
      return Items.front().second;
    }
    ++Misses;
    if (Items.size() == Capacity) {
      Where.erase(Items.back().first);
      Items.pop_back();
    }
    Items.emplace_front(K, M(K));
    Where[K] = Items.begin();
    return Items.front().second;
  }
};

// Buckets of nodes in chains, as in C.
class Dictionary {
  struct Node {
    std::string Name;
    unsigned Count;
    std::unique_ptr<Node> Next;
  };
  std::vector<std::unique_ptr<Node>> Buckets =
      std::vector<std::unique_ptr<Node>>(97);

  static std::size_t hash(const std::string &Name) {
    std::uint32_t Hash = 5381;
    for (unsigned char C : Name)
      Hash = Hash * 33 + C;
    return Hash % 97;
  }

public:
  ~Dictionary() {
    for (auto &Bucket : Buckets)
      while (Bucket)
        Bucket = std::move(Bucket->Next);
  }
  unsigned &operator[](const std::string &Name) {
    std::unique_ptr<Node> *At = &Buckets[hash(Name)];
    for (; *At; At = &(*At)->Next)
      if ((*At)->Name == Name)
        return (*At)->Count;
    At->reset(new Node{Name, 0, nullptr});
    return (*At)->Count;
  }
  std::size_t longest() const {
    std::size_t Longest = 0;
    for (const auto &Bucket : Buckets) {
      std::size_t Length = 0;
      for (const Node *N = Bucket.get(); N; N = N->Next.get())
        ++Length;
      Longest = Length > Longest ? Length : Longest;
    }
    return Longest;
  }
};

int main() {
  Cache<unsigned, std::string> Squares(120);
  Cache<std::string, unsigned> Lengths(50);
  Dictionary Counts;
  unsigned X = 99, Sum = 0;
  for (int I = 0; I < 12000; ++I) {
    X = X * 1103515245u + 12345u;
    const unsigned Key = (X >> 16) % 150 * ((X >> 24) % 2 + 1);
    const std::string &Text = Squares.get(
        Key, [](unsigned K) { return "n" + std::to_string(K * K); });
    Sum += Lengths.get(Text, [](const std::string &T) {
      return static_cast<unsigned>(T.size());
    });
    Sum += ++Counts[Text] % 7;
  }
  std::printf("lru %u %u %u %zu %u\n", Squares.Hits, Squares.Misses,
              Lengths.Hits, Counts.longest(), Sum);
}
