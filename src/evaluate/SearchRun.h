// Runs a search or a sweep for a command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/RunContext.h"
#include "evaluate/TaskBackEnd.h"

namespace mlgo {
/// What `mlgo search` may be told.
struct SearchRunOptions {
  TaskChoice Choice;
  ProblemOptions Problem;
  std::string Decisions; ///< A file to start from; empty: none.
  /// The same of another time: passed over if it is not of this program.
  std::string EarlierDecisions;
  std::string Output; ///< The decisions file.
  /// Compilers without such a file have the policy decide. They ask one policy
  /// for a module, so it is not known where modules have several levels.
  bool PolicyIsBuiltIn = true;
  /// A file without decisions will do, as who compiles has the policy.
  bool MayBeEmpty = false;
  /// The level that the programs were built at, as in "-Oz".
  std::string BuiltLevel = "Oz";
  std::string Labels; ///< Folder for labels of the search; empty: none.
  std::string Method = "local";
  std::string StartFrom = "policy";
  SearchOptions Search;

  SearchRunOptions() {
    // A trial is cheap, a round over all modules dear: large batches.
    Search.BatchSize = 4096;
    Search.Local.ApplyEvery = 64;
    Problem.Policy = "better";
  }
};

/// What stock, the policy and a search made of programs.
struct FoundSizes {
  std::vector<CorpusProblem::Part> Stock, Policy, Found;
};

/// What `mlgo labels` may be told.
struct LabelRunOptions {
  TaskChoice Choice;
  ProblemOptions Problem;
  LabelOptions Labels;
  std::string Output; ///< Folder of logs.
  double Seconds = 0; ///< Budget, shared by the corpora; 0: none.
};

/// Searches. An interrupt ends the search and keeps its best.
Result<FoundSizes> runSearch(const SearchRunOptions &Options,
                             const RunContext &Context);

/// Labels the corpora one after the other, likewise.
Status runLabels(const LabelRunOptions &Options, const RunContext &Context);
} // namespace mlgo
