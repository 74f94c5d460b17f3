// Small policies to train from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/regalloc/AllocationTask.h"

namespace mlgo {
/// Where evolution starts: a weighted sum of some inputs of each column, and
/// the largest wins. Few weights, so that few candidates see which way is
/// better. For size there are more inputs, which count bytes.
///
/// The column that the stock advisor chooses weighs something, all else
/// nothing; but for cycles, of which few functions have many, each input has a
/// weight of one digit, by what evolution for scores has found.
Model makeEvictionStart(AllocationGoal Goal = AllocationGoal::Score);

/// A policy that nobody trained: what stock chooses, unless another choice is
/// more than four bytes better by ChoiceBytes. It ships, since no policy that
/// was trained for size was better.
Model makeEvictionBytesPolicy();
} // namespace mlgo
