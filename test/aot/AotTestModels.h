// Models that the build compiles
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "model/RandomGraph.h"
#include "model/RandomModel.h"

namespace mlgo {

constexpr size_t AotTestModelCount = 16;
constexpr size_t AotTestGraph = AotTestModelCount; ///< The one after those.

/// Model \p Index: AotTestGraph, or one of AotTestModelCount: both kinds and
/// all decisions, each with ranges and 64-bit inputs and without ranges and
/// inputs of all types; answers of all integer types; layers of one to several
/// blocks of outputs; numbers of trees that fill groups and that do not; trees
/// of a leaf, of up to 16, 32 and 64, and with thresholds of 64 bits.
inline Model aotTestModel(size_t Index) {
  if (Index == AotTestGraph)
    return randomGraphModel(1000);
  const auto Small = static_cast<uint32_t>(Index);
  RandomModelShape Shape;
  Shape.IsNetwork = Index >= AotTestModelCount / 2;
  constexpr DecisionKind Decisions[] = {
      DecisionKind::Argmax, DecisionKind::MaskedArgmax,
      DecisionKind::FlipDefault, DecisionKind::AddToDefault};
  Shape.Decision = Decisions[Index / 2 % 4];
  Shape.HasRanges = Index % 2 == 0;
  Shape.AllTypes = Index % 2 == 1;
  Shape.Inputs = 12;
  Shape.Hidden = {30 * (Small % 6 + 1), 16 + Small % 4, 7};
  Shape.Trees = 1 + 4 * Index;
  Shape.Leaves = 1 + 7 * Index;
  Model M = randomModel(1000 + Index, Shape);
  // Integer types follow the two floating-point ones.
  M.Output =
      TensorSpec("answer", 0, static_cast<TensorType>(3 + Index % 8), {1});
  return M;
}

} // namespace mlgo
