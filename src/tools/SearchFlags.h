//===- SearchFlags.h - Options of searches and sweeps -----------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_SEARCHFLAGS_H
#define MLGO_TOOLS_SEARCHFLAGS_H

#include "Commands.h"

#include "evaluate/TaskBackEnd.h"

#include <optional>
#include <string>

namespace mlgo {

/// What is decided, and by what that is judged, as options say.
struct TaskChoice {
  std::string Task = "inline", Objective;
};

/// Adds --task and --objective to \p Command.
void addTaskFlags(CLI::App &Command, TaskChoice &Choice);

/// Adds the options of \p Problem that searches and sweeps have.
void addProblemFlags(CLI::App &Command, ProblemOptions &Problem);

/// Adds --level and --no-unwind-tables to \p Command.
void addSettingFlags(CLI::App &Command, CodeSetting &Setting);

/// Adds --profile to \p Command.
void addProfileFlag(CLI::App &Command, CodeSetting &Setting);

/// Adds --max-growth to \p Command.
void addGrowthFlag(CLI::App &Command, std::optional<GrowthLimit> &Limit);

/// The task of \p Choice; ends the program if there is none.
ChosenTask readTask(const TaskChoice &Choice);

} // namespace mlgo

#endif // MLGO_TOOLS_SEARCHFLAGS_H
