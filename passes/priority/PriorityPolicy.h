// A priority policy from a model file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/RunnerFactory.h"

namespace mlgo {
/// What runners of priorities are made for. Their answers are ours, integers,
/// or, unless \p IsExact, LLVM's: floats. They have our inputs if the model
/// reads any: what tells them takes time.
PolicySpec getPriorityPolicySpec(bool IsExact);

/// Whether \p M answers with integers.
bool answersExactly(const Model &M);
} // namespace mlgo
