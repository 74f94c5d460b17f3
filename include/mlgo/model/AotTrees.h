// Tree ensembles in generated models
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/AotModel.h"

namespace mlgo {
/// Trees that are walked side by side, to overlap the waits for memory.
constexpr size_t AotTreeLanes = 8;

/// A node of a generated tree. The next node lies Next behind this one if the
/// input is less than Threshold, else Next + 1. A leaf reads the input that is
/// less than anything and has Next = 0, so it leads to itself and Threshold is
/// free to hold its value.
template <typename Value, typename Index> struct AotTreeNode {
  Value Threshold;
  Index Input;
  Index Next;
};

/// Thresholds of 32 bits, inputs and distances of 16: eight bytes.
using AotSmallNode = AotTreeNode<int32_t, uint16_t>;
using AotLargeNode = AotTreeNode<int64_t, uint32_t>;

/// AotTreeLanes trees; padded with a tree of a single leaf, 0.
struct AotTreeGroup {
  uint32_t Roots[AotTreeLanes]; ///< Indices of nodes.
  uint32_t Depth;               ///< How deep the deepest tree is.
};

/// The policy of generated tree ensembles. \p Table, generated, has the arrays
/// Nodes and Groups and the number Base.
///
/// All trees of a group take as many steps as the deepest one: no step depends
/// on a branch that the inputs decide, so nothing is mispredicted.
template <typename Table> class AotTrees {
public:
  /// The score.
  template <typename Values> int64_t logit(const Values &X) const {
    int64_t Score = Table::Base;
    for (const AotTreeGroup &Group : Table::Groups)
      Score += walk(X.Ordered, Group, std::make_index_sequence<AotTreeLanes>());
    return Score;
  }

  template <typename Values> int64_t choose(const Values &X) const {
    return logit(X) > 0;
  }
  template <typename Values> int64_t offset(const Values &X) const {
    return logit(X);
  }

private:
  template <size_t... Lane>
  static int64_t walk(const int64_t *Ordered, const AotTreeGroup &Group,
                      std::index_sequence<Lane...>) {
    // Constant indices, so that the compiler keeps the pointers in registers.
    decltype(&Table::Nodes[0]) At[] = {(Table::Nodes + Group.Roots[Lane])...};
    for (uint32_t Step = Group.Depth; Step > 0; --Step)
      ((At[Lane] +=
        At[Lane]->Next + !(Ordered[At[Lane]->Input] < At[Lane]->Threshold)),
       ...);
    return (int64_t(At[Lane]->Threshold) + ...);
  }
};
} // namespace mlgo
