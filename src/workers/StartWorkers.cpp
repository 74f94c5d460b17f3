// Workers as options name them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/StartWorkers.h"
#include "workers/ForkedWorkers.h"
#include "workers/InProcessWorker.h"
#include "workers/MPIWorkers.h"
#include <algorithm>
#include <thread>

namespace mlgo {
size_t WorkerOptions::jobs() const {
  if (Kind == "in-process")
    return 1;
  if (Jobs || Kind == "mpi")
    return std::max<size_t>(1, Jobs);
  return std::max(1u, std::thread::hardware_concurrency());
}

Result<std::unique_ptr<Worker>> startWorkers(const WorkerOptions &Options,
                                             const WorkFunctionMaker &Make) {
  auto Fork = [&]() -> std::unique_ptr<Worker> {
    return std::make_unique<ForkedWorkers>(Options.jobs(), Make);
  };
  if (Options.Kind == "forked")
    return Fork();
  if (Options.Kind == "mpi")
    return startMPIWorkers(Fork);
  if (Options.Kind == "in-process")
    return std::unique_ptr<Worker>(std::make_unique<InProcessWorker>(Make));
  return Error("workers are '" + Options.Kind +
               "', expected 'in-process', 'forked' or 'mpi'");
}
} // namespace mlgo
