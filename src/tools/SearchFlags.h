// Options of searches and sweeps
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/SearchRun.h"
#include "tools/Commands.h"
#include "workers/StartWorkers.h"

namespace mlgo {
/// Adds --task and --objective to \p Command.
void addTaskFlags(CLI::App &Command, TaskChoice &Choice);

/// Adds --workers, whose description \p Tag begins, and --jobs to \p Command.
void addWorkerFlags(CLI::App &Command, WorkerOptions &Options,
                    const std::string &Tag = "");

/// Modules that all workers of a search keep parsed.
constexpr size_t KeptModules = 64;

/// Starts workers for the trials of all tasks, each of which keeps \p KeepReady
/// modules ready. Ends the command in ranks of MPI that have served, and if
/// there are no such workers: to be called before anything is printed.
std::unique_ptr<Worker> startTrialWorkers(const WorkerOptions &Options,
                                          size_t KeepReady);

/// What a run of \p Work tells goes to the terminal, and who interrupts the
/// command interrupts it.
RunContext terminalFor(Worker &Work);

/// Adds the options of \p Problem that searches and sweeps have.
void addProblemFlags(CLI::App &Command, ProblemOptions &Problem);

/// Adds --level and --no-unwind-tables to \p Command; \p Tag begins their
/// descriptions.
void addSettingFlags(CLI::App &Command, CodeSetting &Setting,
                     const std::string &Tag = "");

/// Adds --profile to \p Command.
void addProfileFlag(CLI::App &Command, CodeSetting &Setting);

/// Adds --max-growth to \p Command.
void addGrowthFlag(CLI::App &Command, std::optional<GrowthLimit> &Limit);

/// The task of \p Choice; ends the program if there is none.
ChosenTask readTask(const TaskChoice &Choice);
} // namespace mlgo
