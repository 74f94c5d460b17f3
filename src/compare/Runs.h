// What is run after each of two builds
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/Copy.h"
#include "compare/CommandCounter.h"
#include "compare/ComparedBuild.h"

namespace mlgo {
/// What the commands did after one build.
struct BuildRuns {
  std::vector<ChildOutcome> Outcomes; ///< By command.
  /// By the path of a program in the build's folder, all commands together.
  std::map<std::string, ExecutionCounts> Counts;
};

/// Runs each of \p Commands in a shell in \p Copy of \p Home, and once more
/// with \p Counter, unless that is null. Nine times and the fewest of all where
/// a program of the copy has threads, as packages are counted.
Result<BuildRuns> runCommands(const BuildCopy &Copy, const std::string &Home,
                              const std::vector<std::string> &Commands,
                              const CommandCounter *Counter);

/// Fails if one of \p Commands fails after the stock build, or does something
/// else after the variant's.
Status checkRuns(const std::vector<std::string> &Commands,
                 const BuildRuns &Stock, const BuildRuns &Variant);

/// Adds what both builds' programs executed to \p Found, by the names that the
/// programs have there; its stock files are in \p StockFolder. Fails if there
/// is none.
Status addCounts(const BuildRuns &Stock, const BuildRuns &Variant,
                 const std::string &StockFolder, ComparedBuild &Found);

/// The end of \p Text, as a message shows it.
std::string lastLines(const std::string &Text);
} // namespace mlgo
