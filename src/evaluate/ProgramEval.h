// Policies measured in linked programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/TaskBackEnd.h"
#include "link/LinkedSizes.h"
#include "mlgo/support/LLVMMajors.h"
#include "report/SizeReport.h"

namespace mlgo {
struct RealLinkOptions {
  std::string Plugin;  ///< Empty: the one built or installed with this program.
  std::string Keep;    ///< Folder for programs and objects; empty: not kept.
  CodeSetting Setting; ///< For modules; programs of full LTO are as built.
  unsigned LLVMMajor = DefaultLLVMMajor;
  unsigned Jobs = 1;
  bool Compress = false; ///< Also measure compressed programs.
};

/// By policy, without the baseline: the programs that were linked under both.
using LinkedByPolicy = std::vector<std::vector<LinkedSizes>>;

/// What to measure, and how.
struct ProgramEvalOptions {
  CorpusSelection Selection;
  CodeSetting Setting;
  std::string Baseline = "stock";    ///< The policy to compare with.
  std::vector<std::string> Policies; ///< As the command's help says.
  std::vector<std::string> Beside;   ///< Model files of other tasks.
  TrialLimits Limits;
  bool Links = false; ///< Compile with clang and link, too.
  RealLinkOptions Link;
  /// Told how many of how many modules are done.
  std::function<void(size_t, size_t)> Tell = [](size_t, size_t) {};
};

struct ProgramEval {
  SizeReport Report;
  LinkedByPolicy Linked;
  size_t Unmeasured = 0; ///< Of the report's failures: modules, at its start.
};
} // namespace mlgo
