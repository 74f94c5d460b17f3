// Scores a module's decisions when it is done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/DecisionLog.h"

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace mlgo {
/// Adds a pass at the end of the pipelines that \p PB builds, which finishes
/// the log of rewardAtEnd. To be called on each pass builder.
void registerNativeReward(llvm::PassBuilder &PB);

/// True if the pipeline that is running on this thread ends in that pass; one
/// that is spelled out, as in opt's -passes=inline, does not.
bool isRewardAtEnd();

/// Closes \p Log when \p M is optimised: the score of its last decision, an
/// int64_t, will be the native size of the module, measureModule. If that fails
/// so does the compilation. At most one log a thread waits.
void rewardAtEnd(llvm::Module &M, DecisionLog Log);
} // namespace mlgo
