// Experiments that share workers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/ProcessPool.h"
#include "workers/NestingWorker.h"

namespace mlgo {
/// Has workers serve its items, and returns what came of it.
using WorkExperiment = std::function<std::string(Worker &)>;

/// Runs \p Experiments at the same time on \p Pool, each in a forked process of
/// its own, so that what each does between its items goes on while the workers
/// serve the others. One that crashes fails alone. The workers, which are in
/// this process and its children, must be made before. When \p ShouldStop,
/// which is asked now and then and after every signal, says so, each is sent
/// SIGTERM, once.
std::vector<TaskOutcome>
runExperiments(NestingWorker &Pool,
               const std::vector<WorkExperiment> &Experiments,
               const std::function<bool()> &ShouldStop = {});
} // namespace mlgo
