// mlgo train after its options
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/RunContext.h"
#include "evolve/TrainingConfig.h"
#include "workers/NestingWorker.h"

namespace mlgo {
/// Trains as \p Config says, and says what came of it. Returns the exit code of
/// who does nothing else: 0, or 130 if it was interrupted, when the checkpoint
/// can be gone on from.
Result<int> runTraining(TrainingConfig Config, bool Resume,
                        const RunContext &Context);

/// Trains as all of \p Configs say at the same time, each in a process of its
/// own; while one waits for few workers of \p Pool, the others serve the rest.
/// Says in the end how much of the workers' time was used. Returns the largest
/// of their exit codes, 1 for one that failed.
int runTrainings(const std::vector<TrainingConfig> &Configs, bool Resume,
                 NestingWorker &Pool, const RunContext &Context);
} // namespace mlgo
