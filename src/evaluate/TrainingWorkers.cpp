//===- TrainingWorkers.cpp - Workers that a configuration names -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/TrainingWorkers.h"

#include "mlgo/workers/ForkedWorkers.h"
#include "mlgo/workers/InProcessWorker.h"
#include "mlgo/workers/MPIWorkers.h"

namespace mlgo {

Result<std::unique_ptr<Worker>>
startTrainingWorkers(const TrainingConfig &Config,
                     const WorkFunctionMaker &Make, double DeadlineSeconds) {
  auto Fork = [&]() -> std::unique_ptr<Worker> {
    return std::make_unique<ForkedWorkers>(Config.Jobs, Make, DeadlineSeconds);
  };
  if (Config.Workers == "forked")
    return Fork();
  if (Config.Workers == "mpi")
    return startMPIWorkers(Fork);
  if (Config.Workers == "in-process")
    return std::unique_ptr<Worker>(std::make_unique<InProcessWorker>(Make));
  return Error("workers are '" + Config.Workers +
               "', expected 'in-process', 'forked' or 'mpi'");
}

} // namespace mlgo
