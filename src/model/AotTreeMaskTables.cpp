// Small trees as constants
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/TreeMasks.h"
#include "model/AotText.h"
#include <tuple>

namespace mlgo {
namespace {
/// As wide as the widest mask.
constexpr size_t MaxLeaves = 64;

size_t countLeaves(const TreeEnsemble::Tree &Tree) {
  return std::count_if(Tree.begin(), Tree.end(),
                       [](const TreeNode &N) { return N.Input < 0; });
}

size_t countLeaves(const TreeEnsemble &E) {
  size_t Most = 0;
  for (const TreeEnsemble::Tree &Tree : E.Trees)
    Most = std::max(Most, countLeaves(Tree));
  return Most;
}

/// Lays the nodes of all trees out as scoreTreeMasks reads them.
class TreeMaskTable {
public:
  explicit TreeMaskTable(const TreeEnsemble &E)
      : E(E), Width(countLeaves(E) <= 16   ? 16
                    : countLeaves(E) <= 32 ? 32
                                           : MaxLeaves) {}

  std::string text() {
    for (size_t I = 0; I < E.Trees.size(); ++I) {
      size_t Leaf = I * Width;
      Leaves.resize(Leaf + Width);
      place(I, 0, Leaf);
    }
    while (Leaves.size() / Width % TreeMaskStep)
      Leaves.resize(Leaves.size() + Width);
    std::sort(Nodes.begin(), Nodes.end());
    placeNodes();
    std::vector<std::string> Values;
    for (int32_t Leaf : Leaves)
      Values.push_back(integerText(Leaf));
    const std::string Mask = "uint" + std::to_string(Width) + "_t";
    return "  using Mask = " + Mask + ";\n" +
           plainArrayText("mlgo::TreeMaskInput", "Inputs", Inputs) +
           plainArrayText("mlgo::TreeMaskNode<Mask>", "Nodes", Texts) +
           plainArrayText("int32_t", "Leaves", Values) +
           "  static constexpr size_t Trees = " +
           std::to_string(Leaves.size() / Width) +
           ";\n  static constexpr int64_t Base = " + integerText(E.Base) +
           ";\n";
  }

private:
  /// What the table is sorted by.
  using Node = std::tuple<int32_t, int64_t, size_t, uint64_t>;

  /// Appends what is below a node; \p Leaf is its first leaf, then the one that
  /// follows. No deeper than there are leaves.
  void place(size_t Tree, uint32_t Index, size_t &Leaf) {
    const TreeNode &N = E.Trees[Tree][Index];
    if (N.Input < 0) {
      Leaves[Leaf++] = N.Value;
      return;
    }
    const size_t First = Leaf % Width;
    place(Tree, N.Left, Leaf);
    // A right side follows, so not all bits are of the left one.
    const uint64_t Taken = ((uint64_t(1) << (Leaf % Width - First)) - 1)
                           << First;
    Nodes.emplace_back(N.Input, N.Threshold, Tree, ~Taken);
    place(Tree, N.Right, Leaf);
  }

  void placeNodes() {
    for (size_t I = 0; I < Nodes.size(); ++I) {
      const auto &[Input, Threshold, Tree, Left] = Nodes[I];
      if (I == 0 || Input != std::get<0>(Nodes[I - 1]))
        Inputs.push_back("{" + std::to_string(Input) + ", " +
                         std::to_string(Texts.size()) + "}");
      Texts.push_back(
          "{" + integerText(Threshold) + ", " + std::to_string(Tree) + ", " +
          std::to_string(
              Width == MaxLeaves ? Left : Left & ((uint64_t(1) << Width) - 1)) +
          "u}");
      if (I + 1 == Nodes.size() || Input != std::get<0>(Nodes[I + 1]))
        Texts.insert(Texts.end(), TreeMaskStep,
                     "{" + std::to_string(TreeMaskEnd) + ", 0, 0}");
    }
  }

  const TreeEnsemble &E;
  const size_t Width;
  std::vector<Node> Nodes;
  std::vector<int32_t> Leaves;
  std::vector<std::string> Inputs, Texts;
};
} // namespace

bool fitsTreeMasks(const TreeEnsemble &E) {
  const auto IsSmall = [](const TreeNode &N) {
    return N.Input < 0 || isTreeMaskThreshold(N.Threshold);
  };
  const auto HasNode = [](const TreeEnsemble::Tree &T) { return T.size() > 1; };
  return E.Trees.size() <= std::numeric_limits<uint16_t>::max() &&
         countLeaves(E) <= MaxLeaves &&
         std::any_of(E.Trees.begin(), E.Trees.end(), HasNode) &&
         std::all_of(E.Trees.begin(), E.Trees.end(),
                     [&](const TreeEnsemble::Tree &T) {
                       return std::all_of(T.begin(), T.end(), IsSmall);
                     });
}

std::string treeMaskTableText(const TreeEnsemble &E) {
  return TreeMaskTable(E).text();
}
} // namespace mlgo
