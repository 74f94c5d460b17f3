// Scores of trees by masks of leaves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After "QuickScorer: a fast algorithm to rank documents with additive
// ensembles of regression trees" (Lucchese et al., 2015). Each tree has a mask
// of the leaves that may still be reached, the leftmost in bit 0. A node whose
// answer is "right" takes the leaves of its left side away. When all these
// nodes are through, the reached leaf is the first that is left, and no tree
// was walked.
//
// The nodes of all trees lie by input and threshold. So those that answer
// "right" come first, and the others are not even looked at.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mlgo {
/// The nodes of one input are Nodes[First] and following.
struct TreeMaskInput {
  uint32_t Input;
  uint32_t First;
};

/// The leaves that a node takes from its tree: all leaves but Left remain.
template <typename Mask> struct TreeMaskNode {
  int32_t Threshold;
  uint16_t Tree;
  Mask Left;
};

/// Nodes are looked at in fours, and behind those of an input are so many whose
/// threshold is not reached.
constexpr size_t TreeMaskStep = 4;

/// No threshold of a tree, and more than any value is taken for.
constexpr int32_t TreeMaskEnd = std::numeric_limits<int32_t>::max();

/// True if trees with \p Threshold can be scored by masks.
constexpr bool isTreeMaskThreshold(int64_t Threshold) {
  return Threshold > std::numeric_limits<int32_t>::min() &&
         Threshold < TreeMaskEnd;
}

/// The sum of the reached leaves of \p Trees trees, a multiple of TreeMaskStep.
/// The leaves of a tree are as many values as \p Mask has bits. \p Alive has a
/// mask for each tree and is scratch.
template <typename Mask>
int64_t scoreTreeMasks(const int64_t *Ordered, const TreeMaskInput *Inputs,
                       size_t InputCount, const TreeMaskNode<Mask> *Nodes,
                       const int32_t *Leaves, Mask *Alive, size_t Trees) {
  constexpr size_t Width = std::numeric_limits<Mask>::digits;
  std::fill_n(Alive, Trees, Mask(-1));
  for (size_t I = 0; I < InputCount; ++I) {
    // Compares with all thresholds as the value itself.
    const auto Value = static_cast<int32_t>(std::clamp<int64_t>(
        Ordered[Inputs[I].Input], std::numeric_limits<int32_t>::min(),
        TreeMaskEnd - 1));
    const TreeMaskNode<Mask> *N = Nodes + Inputs[I].First;
    const auto Take = [&](size_t Next) { Alive[N[Next].Tree] &= N[Next].Left; };
    for (; Value >= N[TreeMaskStep - 1].Threshold; N += TreeMaskStep)
      Take(0), Take(1), Take(2), Take(3);
    for (; Value >= N->Threshold; ++N)
      Take(0);
  }
  int64_t Score = 0;
  const auto Reached = [&](size_t Tree) {
    return int64_t(Leaves[Tree * Width + __builtin_ctzll(Alive[Tree])]);
  };
  for (size_t I = 0; I < Trees; I += TreeMaskStep)
    Score += (Reached(I) + Reached(I + 1)) + (Reached(I + 2) + Reached(I + 3));
  return Score;
}
} // namespace mlgo
