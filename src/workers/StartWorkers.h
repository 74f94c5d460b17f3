// Workers as options name them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"

namespace mlgo {
/// Who does the work. No result depends on it.
struct WorkerOptions {
  std::string Kind = "forked"; ///< in-process, forked or mpi.
  /// Processes; with mpi, of each rank but the first. 0: as many as there are
  /// processors; with mpi, one.
  size_t Jobs = 0;

  size_t jobs() const;
};

/// Starts workers that call functions of \p Make. Null: this process is a rank
/// of MPI other than the first; it has served, and has nothing left to do. So
/// call this before anything is printed or written.
Result<std::unique_ptr<Worker>> startWorkers(const WorkerOptions &Options,
                                             const WorkFunctionMaker &Make);
} // namespace mlgo
