//===- TrainRun.h - mlgo train after its options ----------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_TRAIN_TRAINRUN_H
#define MLGO_TOOLS_TRAIN_TRAINRUN_H

#include "mlgo/evolve/TrainingConfig.h"
#include "mlgo/workers/Worker.h"

namespace mlgo {

/// Trains as \p Config says, with trials made by \p Work (see
/// startTrialWorkers), with progress on standard error, and prints what
/// came of it; ends the command on failure. Returns its exit code: 0, or 130
/// after SIGINT or SIGTERM, when the checkpoint can be gone on from.
int runTraining(TrainingConfig Config, bool Resume, Worker &Work);

} // namespace mlgo

#endif // MLGO_TOOLS_TRAIN_TRAINRUN_H
