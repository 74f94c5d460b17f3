//===- TrainingWorkers.h - Workers that a configuration names - -*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_TRAININGWORKERS_H
#define MLGO_EVALUATE_TRAININGWORKERS_H

#include "mlgo/evolve/TrainingConfig.h"
#include "mlgo/workers/Worker.h"

#include <memory>

namespace mlgo {

/// The workers that \p Config asks for, with functions from \p Make; null on
/// ranks of MPI that have served. \p DeadlineSeconds is for one item.
Result<std::unique_ptr<Worker>>
startTrainingWorkers(const TrainingConfig &Config,
                     const WorkFunctionMaker &Make, double DeadlineSeconds);

} // namespace mlgo

#endif // MLGO_EVALUATE_TRAININGWORKERS_H
