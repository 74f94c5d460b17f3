//===- TrialWorkers.cpp - Workers of commands that try things -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialWorkers.h"

#include "evaluate/TaskBackEnd.h"

#include <cstdlib>

namespace mlgo {

void addWorkerFlags(CLI::App &Command, WorkerOptions &Options) {
  Command
      .add_option("--workers", Options.Kind,
                  "Who works: in-process, forked processes, or ranks of MPI; "
                  "no result depends on it")
      ->check(CLI::IsMember({"in-process", "forked", "mpi"}))
      ->capture_default_str();
  Command
      .add_option("--jobs", Options.Jobs,
                  "Processes [as many as there are processors]; with MPI of "
                  "each rank but the first [1]")
      ->check(CLI::Range(1, 1024));
}

std::unique_ptr<Worker> startTrialWorkers(const WorkerOptions &Options,
                                          size_t KeepReady) {
  auto Work = orFail(startWorkers(Options, makeTrialWork(KeepReady)));
  if (!Work)
    std::exit(0); // This rank has served.
  return Work;
}

} // namespace mlgo
