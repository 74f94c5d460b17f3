//===- TrainRun.h - mlgo train after its options ----------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_TRAIN_TRAINRUN_H
#define MLGO_TOOLS_TRAIN_TRAINRUN_H

#include "mlgo/evolve/TrainingConfig.h"
#include "mlgo/workers/NestingWorker.h"

namespace mlgo {

/// Trains as \p Config says, with trials made by \p Work (see
/// startTrialWorkers), with progress on standard error, and prints what
/// came of it; ends the command on failure. Returns its exit code: 0, or 130
/// after SIGINT or SIGTERM, when the checkpoint can be gone on from.
int runTraining(TrainingConfig Config, bool Resume, Worker &Work);

/// Trains as all of \p Configs say at the same time, each in a process of its
/// own; while one waits for few workers of \p Pool, the others serve the rest.
/// Says in the end how much of the workers' time was used. Returns the largest
/// of their exit codes.
int runTrainings(const std::vector<TrainingConfig> &Configs, bool Resume,
                 NestingWorker &Pool);

} // namespace mlgo

#endif // MLGO_TOOLS_TRAIN_TRAINRUN_H
