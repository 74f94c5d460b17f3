//===- TrialWorkers.h - Workers of commands that try things -----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_TRIALWORKERS_H
#define MLGO_TOOLS_TRIALWORKERS_H

#include "Commands.h"
#include "evaluate/TaskBackEnd.h"

#include "mlgo/workers/StartWorkers.h"

namespace mlgo {

/// Adds --workers and --jobs to \p Command.
void addWorkerFlags(CLI::App &Command, WorkerOptions &Options);

/// Starts workers for the trials of all tasks, each of which keeps \p KeepReady
/// modules ready. Ends the program in ranks of MPI that have served, and if
/// there are no such workers: to be called before anything is printed.
std::unique_ptr<Worker> startTrialWorkers(const WorkerOptions &Options,
                                          size_t KeepReady);

} // namespace mlgo

#endif // MLGO_TOOLS_TRIALWORKERS_H
