// Who decides beside inlining in trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_EVALUATE_INLINE_TRIALBESIDE_H
#define MLGO_EVALUATE_INLINE_TRIALBESIDE_H

#include "mlgo/support/Result.h"

#include <string>
#include <vector>

namespace mlgo {

/// Reads the model files \p Models, if they are not those of the last call,
/// each for its task: see prepareTrialGates and, for all others,
/// prepareTrialAllocation. A process has one such set.
Status prepareTrialsBeside(const std::vector<std::string> &Models);

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_TRIALBESIDE_H
