// What a user may tell the plugin about passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "PluginKit.h"

namespace mlgo {
/// What the task has besides the options of all tasks.
struct GateOptions : TaskOptions {
  std::string Decisions; ///< A decisions file to replay.
  std::string Record;    ///< Passes that were left out are appended here.
  /// How many sets of passes are tried for each function; 0: the policy alone
  /// decides.
  unsigned Effort = 0;
  /// Or how much of a compilation's work trials may take beside it.
  std::optional<unsigned> PerCent;
  unsigned Jobs = 1; ///< Trials that run at the same time.
  /// Instructions of IR that all trials of a module may compile; 0: any number.
  uint64_t Work = 16'000'000;
  /// Of a processor, for each trial: against those that never end.
  unsigned Seconds = 600;
  std::string Sets;     ///< A file of sets to try instead of getGateSets().
  std::string Measured; ///< What trials measured is appended to this file.
  std::string Labels;   ///< Labels of the module become this file.
  /// Passes that loops without calls need run, whatever a policy says.
  bool GuardHot = true;
  /// By how many per cent, guessed, a function may execute more instructions.
  unsigned Slower = 2;

  bool makesTrials() const { return Effort || PerCent; }
};

/// The kit of this plugin; the flags are there from the first call on.
PluginKit &getGateKit();

/// What was given to this process. Thread safe after the command line is read.
GateOptions getGateOptions();
} // namespace mlgo
