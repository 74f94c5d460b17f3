// Chooses how a network sees its inputs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/learn/TrainingSet.h"
#include "mlgo/model/Model.h"

namespace mlgo {
/// How many numbers each input becomes, at most.
struct TransformOptions {
  unsigned Quantiles = 16; ///< Edges of one staircase over all values.
  unsigned Steps = 4;      ///< Single steps where the answer changes most.
  double MinGain = 0.0002; ///< Impurity per example that a step must remove.
};

/// Transforms for the inputs of \p Set that are not constant in its training
/// rows; InputTransform::Input is a position in Set.Inputs. Every input gets a
/// staircase with edges at quantiles of its values. Those with more than two
/// values also get steps, placed one after the other where they tell most about
/// targets > 0 (Gini gain), and those with many a clamped linear ramp
/// and a logarithm. All results lie in [-4, 4].
std::vector<InputTransform> fitTransforms(const TrainingSet &Set,
                                          const TransformOptions &Options);
} // namespace mlgo
