// Heaps that are joined, keys that decrease, by templates
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

template <class T, class Less = std::less<T>> class PairingHeap {
public:
  struct Node {
    T Value;
    Node *Child = nullptr, *Next = nullptr, *Before = nullptr;
  };

  bool empty() const { return !Root; }
  const T &top() const { return Root->Value; }

  Node *push(T Value) {
    Pool.push_back(std::make_unique<Node>(Node{std::move(Value)}));
    Root = join(Root, Pool.back().get());
    return Pool.back().get();
  }

  void pop() { Root = pairUp(Root->Child); }

  void decrease(Node *N, T Value) {
    N->Value = std::move(Value);
    if (N == Root)
      return;
    if (N->Before->Child == N)
      N->Before->Child = N->Next;
    else
      N->Before->Next = N->Next;
    if (N->Next)
      N->Next->Before = N->Before;
    N->Next = N->Before = nullptr;
    Root = join(Root, N);
  }

private:
  Node *join(Node *A, Node *B) {
    if (!A || !B)
      return A ? A : B;
    if (Compare(B->Value, A->Value))
      std::swap(A, B);
    B->Next = A->Child;
    if (B->Next)
      B->Next->Before = B;
    B->Before = A;
    A->Child = B;
    return A;
  }

  Node *pairUp(Node *First) {
    std::vector<Node *> Trees;
    while (First) {
      Node *One = First, *Two = First->Next;
      First = Two ? Two->Next : nullptr;
      One->Next = One->Before = nullptr;
      if (Two)
        Two->Next = Two->Before = nullptr;
      Trees.push_back(join(One, Two));
    }
    Node *All = nullptr;
    for (auto I = Trees.rbegin(); I != Trees.rend(); ++I)
      All = join(All, *I);
    return All;
  }

  Node *Root = nullptr;
  std::vector<std::unique_ptr<Node>> Pool;
  Less Compare;
};

struct Job {
  unsigned Cost;
  int Id;
  bool operator<(const Job &O) const {
    return Cost != O.Cost ? Cost < O.Cost : Id < O.Id;
  }
};

int main() {
  const int Count = 1500;
  std::vector<std::vector<std::pair<int, unsigned>>> Roads(Count);
  unsigned X = 3, Hash = 0;
  for (int I = 0; I < Count; ++I)
    for (int K = 0; K < 7; ++K) {
      X = X * 22695477u + 1;
      Roads[I].emplace_back(K ? (X >> 8) % Count : (I + 1) % Count,
                            1 + (X >> 20) % 500);
    }
  for (int Start = 0; Start < Count; Start += 400) {
    PairingHeap<Job> Heap;
    std::vector<PairingHeap<Job>::Node *> Nodes(Count);
    std::vector<unsigned> Best(Count, ~0u);
    Best[Start] = 0;
    for (int I = 0; I < Count; ++I)
      Nodes[I] = Heap.push({Best[I], I});
    while (!Heap.empty()) {
      const Job J = Heap.top();
      Heap.pop();
      if (J.Cost == ~0u)
        continue;
      for (const auto &[To, Length] : Roads[J.Id])
        if (J.Cost + Length < Best[To]) {
          Best[To] = J.Cost + Length;
          Heap.decrease(Nodes[To], {Best[To], To});
        }
    }
    for (unsigned B : Best)
      Hash = Hash * 31 + B;
  }
  std::printf("pairing_heap %u\n", Hash);
}
