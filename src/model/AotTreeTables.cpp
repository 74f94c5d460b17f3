// Tree ensembles as constants
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/AotTrees.h"
#include "model/AotText.h"
#include <limits>
#include <numeric>

namespace mlgo {
namespace {
/// Lays the nodes of all trees out as AotTrees walks them.
class TreeTable {
public:
  TreeTable(const TreeEnsemble &E, size_t Inputs) : E(E), Inputs(Inputs) {}

  Result<std::string> text() {
    size_t Count = 1;
    for (const TreeEnsemble::Tree &Tree : E.Trees)
      Count += Tree.size();
    if (Count > std::numeric_limits<uint32_t>::max())
      return Error("tree ensemble has " + std::to_string(Count) +
                   " nodes, expected at most 2^32 - 1");
    placeTrees();
    const bool IsSmall = isSmall();
    std::vector<std::string> Elements;
    for (const AotLargeNode &N : Nodes)
      Elements.push_back("{" + integerText(N.Threshold) + ", " +
                         std::to_string(N.Input) + ", " +
                         std::to_string(N.Next) + "}");
    return plainArrayText(IsSmall ? "mlgo::AotSmallNode" : "mlgo::AotLargeNode",
                          "Nodes", Elements) +
           plainArrayText("mlgo::AotTreeGroup", "Groups", Groups) +
           "  static constexpr int64_t Base = " + integerText(E.Base) + ";\n";
  }

private:
  /// Trees of similar depth share a group, because a group takes as many steps
  /// as its deepest tree.
  void placeTrees() {
    std::vector<size_t> Depths, Order(E.Trees.size());
    for (const TreeEnsemble::Tree &Tree : E.Trees)
      Depths.push_back(depth(Tree));
    std::iota(Order.begin(), Order.end(), size_t(0));
    std::stable_sort(Order.begin(), Order.end(),
                     [&](size_t A, size_t B) { return Depths[A] < Depths[B]; });
    // The tree that pads the last group.
    placeTree({TreeNode()});
    for (size_t I = 0; I < Order.size(); I += AotTreeLanes) {
      std::string Roots;
      size_t Depth = 0;
      for (size_t Lane = 0; Lane < AotTreeLanes; ++Lane) {
        size_t Root = 0;
        if (I + Lane < Order.size()) {
          Root = Nodes.size();
          placeTree(E.Trees[Order[I + Lane]]);
          Depth = Depths[Order[I + Lane]];
        }
        Roots += (Lane ? ", " : "") + std::to_string(Root);
      }
      Groups.push_back("{{" + Roots + "}, " + std::to_string(Depth) + "}");
    }
  }

  /// Level by level, so that the first levels share cache lines. Both children
  /// of a node lie side by side.
  void placeTree(const TreeEnsemble::Tree &Tree) {
    const size_t First = Nodes.size();
    std::vector<uint32_t> Queue = {0};
    for (size_t I = 0; I < Queue.size(); ++I) {
      const TreeNode &N = Tree[Queue[I]];
      if (N.Input < 0) {
        Nodes.push_back({N.Value, static_cast<uint32_t>(Inputs), 0});
        continue;
      }
      const size_t Distance = First + Queue.size() - Nodes.size();
      Nodes.push_back({N.Threshold, static_cast<uint32_t>(N.Input),
                       static_cast<uint32_t>(Distance)});
      Queue.push_back(N.Left);
      Queue.push_back(N.Right);
    }
  }

  /// Children come after their parents, so one pass suffices.
  static size_t depth(const TreeEnsemble::Tree &Tree) {
    std::vector<size_t> Depths(Tree.size());
    size_t Deepest = 0;
    for (size_t I = 0; I < Tree.size(); ++I) {
      Deepest = std::max(Deepest, Depths[I]);
      if (Tree[I].Input >= 0)
        Depths[Tree[I].Left] = Depths[Tree[I].Right] = Depths[I] + 1;
    }
    return Deepest;
  }

  bool isSmall() const {
    return std::all_of(Nodes.begin(), Nodes.end(), [](const AotLargeNode &N) {
      return N.Threshold >= INT32_MIN && N.Threshold <= INT32_MAX &&
             N.Input <= UINT16_MAX && N.Next <= UINT16_MAX;
    });
  }

  const TreeEnsemble &E;
  const size_t Inputs;
  std::vector<AotLargeNode> Nodes;
  std::vector<std::string> Groups;
};
} // namespace

Result<std::string> treeTableText(const TreeEnsemble &E, size_t Inputs) {
  return TreeTable(E, Inputs).text();
}
} // namespace mlgo
