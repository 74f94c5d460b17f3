// Who decides beside inlining in trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// Reads the model files \p Models, if they are not those of the last call,
/// each for its task: see prepareTrialGates and, for all others,
/// prepareTrialAllocation. A process has one such set.
Status prepareTrialsBeside(const std::vector<std::string> &Models);
} // namespace mlgo
