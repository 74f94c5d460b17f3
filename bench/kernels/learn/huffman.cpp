// Codes by frequency: a tree, its bits, and back
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <array>
#include <cstdio>
#include <memory>
#include <queue>
#include <string>
#include <vector>

struct Node {
  unsigned Count, Order;
  int Symbol;
  std::shared_ptr<Node> Zero, One;
};
using NodePtr = std::shared_ptr<Node>;

struct Rarer {
  bool operator()(const NodePtr &A, const NodePtr &B) const {
    return A->Count != B->Count ? A->Count > B->Count : A->Order > B->Order;
  }
};

static NodePtr makeTree(const std::string &Text) {
  std::array<unsigned, 256> Counts{};
  for (unsigned char C : Text)
    ++Counts[C];
  std::priority_queue<NodePtr, std::vector<NodePtr>, Rarer> Queue;
  unsigned Order = 0;
  for (int I = 0; I < 256; ++I)
    if (Counts[I])
      Queue.push(std::make_shared<Node>(
          Node{Counts[I], Order++, I, nullptr, nullptr}));
  while (Queue.size() > 1) {
    NodePtr A = Queue.top();
    Queue.pop();
    NodePtr B = Queue.top();
    Queue.pop();
    Queue.push(
        std::make_shared<Node>(Node{A->Count + B->Count, Order++, -1, A, B}));
  }
  return Queue.top();
}

static void makeCodes(const Node &N, const std::string &Prefix,
                      std::vector<std::string> &Codes) {
  if (N.Symbol >= 0) {
    Codes[N.Symbol] = Prefix;
    return;
  }
  makeCodes(*N.Zero, Prefix + '0', Codes);
  makeCodes(*N.One, Prefix + '1', Codes);
}

class BitWriter {
public:
  void write(const std::string &Bits) {
    for (char Bit : Bits) {
      if (Count % 8 == 0)
        Bytes.push_back(0);
      if (Bit == '1')
        Bytes.back() |= 1 << Count % 8;
      ++Count;
    }
  }
  std::vector<unsigned char> Bytes;
  std::size_t Count = 0;
};

static std::string decode(const Node &Root, const BitWriter &Bits) {
  std::string Text;
  const Node *At = &Root;
  for (std::size_t I = 0; I < Bits.Count; ++I) {
    At = (Bits.Bytes[I / 8] >> I % 8 & 1 ? At->One : At->Zero).get();
    if (At->Symbol >= 0) {
      Text += static_cast<char>(At->Symbol);
      At = &Root;
    }
  }
  return Text;
}

int main() {
  std::string Text;
  for (int I = 0; I < 3000; ++I)
    Text += "the " + std::to_string(I * I % 977) + (I % 3 ? " red" : " blue");
  const NodePtr Root = makeTree(Text);
  std::vector<std::string> Codes(256);
  makeCodes(*Root, "", Codes);
  BitWriter Bits;
  for (unsigned char C : Text)
    Bits.write(Codes[C]);
  unsigned Sum = 0;
  for (unsigned char Byte : Bits.Bytes)
    Sum = Sum * 31 + Byte;
  std::printf("huffman %zu %zu %s %u\n", Text.size(), Bits.Bytes.size(),
              decode(*Root, Bits) == Text ? "same" : "different", Sum);
}
