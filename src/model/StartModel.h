// A policy before any training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// Where evolution starts: \p M with one weighted sum of \p Transforms as its
/// policy. The first of them is what the stock advisor decides by; it weighs
/// one half, all others nothing but those that \p Weights names, so that small
/// changes of the others matter from the first. The caller gives task, inputs,
/// output and decision. Examples are recorded: training repeats them with its
/// weights, so that a trained model proves itself wherever it is loaded.
///
/// \p Weights are pairs of a transform's index and its weight.
Model makeStartModel(Model M, std::vector<InputTransform> Transforms,
                     const std::vector<std::pair<size_t, float>> &Weights = {});
} // namespace mlgo
