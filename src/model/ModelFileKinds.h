// Kinds in files and in memory, which have the same numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include "mlgo_generated.h"

namespace mlgo {
/// A file may have any byte where a kind is; validate() refuses those that no
/// enumerator has.
#define MLGO_SAME_NUMBER(File, Memory, Name)                                   \
  static_assert(static_cast<uint8_t>(File::Name) ==                            \
                    static_cast<uint8_t>(Memory::Name),                        \
                #Name " has another number in files")
MLGO_SAME_NUMBER(file::TransformKind, InputTransform::KindType, Quantile);
MLGO_SAME_NUMBER(file::TransformKind, InputTransform::KindType, Log2);
MLGO_SAME_NUMBER(file::TransformKind, InputTransform::KindType, ScaleClamp);
static_assert(file::TransformKind::MAX == file::TransformKind::ScaleClamp);
MLGO_SAME_NUMBER(file::DecisionKind, DecisionKind, Argmax);
MLGO_SAME_NUMBER(file::DecisionKind, DecisionKind, MaskedArgmax);
MLGO_SAME_NUMBER(file::DecisionKind, DecisionKind, FlipDefault);
MLGO_SAME_NUMBER(file::DecisionKind, DecisionKind, Computed);
MLGO_SAME_NUMBER(file::DecisionKind, DecisionKind, AddToDefault);
static_assert(file::DecisionKind::MAX == file::DecisionKind::AddToDefault);
#undef MLGO_SAME_NUMBER

constexpr InputTransform::KindType fromFile(file::TransformKind Kind) {
  return static_cast<InputTransform::KindType>(Kind);
}
constexpr DecisionKind fromFile(file::DecisionKind Kind) {
  return static_cast<DecisionKind>(Kind);
}
/// Files have the place in MLGO_GRAPH_OPERATORS.
constexpr GraphOperatorKind operatorFromFile(uint8_t Kind) {
  return static_cast<GraphOperatorKind>(Kind);
}
constexpr file::TransformKind toFile(InputTransform::KindType Kind) {
  return static_cast<file::TransformKind>(Kind);
}
constexpr file::DecisionKind toFile(DecisionKind Kind) {
  return static_cast<file::DecisionKind>(Kind);
}
} // namespace mlgo
