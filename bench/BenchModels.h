// The models that are measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "model/RandomModel.h"
#include <cstdint>
#include <vector>

namespace mlgo {

/// The shapes of real policies, with random contents.
struct BenchShape {
  const char *Name;      ///< As benchmarks are named.
  const char *ClassName; ///< What the generated class is called.
  uint32_t Transforms;   ///< Inputs of the first layer; 0 for trees.
  std::vector<uint32_t> Hidden;
  size_t Columns; ///< More than 1 for the eviction advisor.
};

inline const BenchShape BenchShapes[] = {
    {"30-64-40-2", "Net30", 30, {64, 40}, 1},
    {"60-100-40-2", "Net60", 60, {100, 40}, 1},
    {"70-64-64-2", "Net70", 70, {64, 64}, 1},
    {"33x(42-80-40-1)", "Eviction", 42, {80, 40}, 33},
    {"trees-150x15", "Trees150x15", 0, {}, 1},
};

inline Model benchModel(const BenchShape &B) {
  RandomModelShape Shape;
  Shape.IsNetwork = B.Transforms > 0;
  Shape.Decision =
      B.Columns > 1 ? DecisionKind::MaskedArgmax : DecisionKind::FlipDefault;
  // A mask or default comes on top, and random models have three transforms
  // more than inputs.
  Shape.Inputs = B.Transforms ? B.Transforms - 4 : 59;
  Shape.Hidden = B.Hidden;
  Shape.Columns = B.Columns;
  Shape.Trees = 150;
  Shape.Leaves = 15;
  return randomModel(1, Shape);
}

} // namespace mlgo
