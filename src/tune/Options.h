// What mlgo tune is told
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/SearchRun.h"
#include "tune/Speed.h"
#include "workers/StartWorkers.h"
#include <filesystem>

namespace mlgo {
struct TuneOptions {
  WorkerOptions Workers;
  SearchRunOptions Search;
  std::string Work = ".mlgo-tune";
  std::vector<std::string> Build;
  unsigned LLVMMajor = DefaultLLVMMajor;
  std::string Model; ///< Also learn this policy; empty: none.
  std::string Page;  ///< HTML is written here; empty: none.
  bool Rebuilds = false;
  bool IsCargo = false; ///< The build is by cargo, see isCargo().
  std::string Run;      ///< For the objective cycles: the workload.
  unsigned Pairs = 15;  ///< Of timed runs.
  /// Decisions are for builds that have no profile; what was recorded only
  /// judges them.
  bool HidesProfile = false;

  /// Told about long steps and what was left out.
  std::function<void(const std::string &)> Tell = [](auto &) {};

  bool isForSpeed() const { return Search.Choice.Objective == "cycles"; }
  Workload workload(const std::string &Folder) const {
    return {Run, Folder, LLVMMajor, Tell};
  }
  /// The profile, beside the decisions, as both are for the next build.
  std::string profile() const {
    return std::filesystem::absolute(std::filesystem::path(Search.Output)
                                         .replace_extension(".profdata"))
        .string();
  }
};
} // namespace mlgo
