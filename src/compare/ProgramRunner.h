// A recipe's programs, run
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/ExecutionCounts.h"
#include "compare/PairedTimes.h"
#include "corpus/Recipe.h"
#include "support/ChildProcess.h"

namespace mlgo {
/// Runs what builds of a package have linked, always in the same scratch
/// folder, because programs print their paths. One at a time.
class ProgramRunner {
public:
  /// \p R, \p Target, for which the builds are, and what \p SourceTree and
  /// \p Scratch name outlive the runner; \p Scratch is emptied before each use.
  ProgramRunner(const Recipe &R, const BuildTarget &Target,
                std::string SourceTree, std::string Scratch)
      : R(R), Target(Target), SourceTree(std::move(SourceTree)),
        Scratch(std::move(Scratch)) {}

  /// Every run of \p Program as built in \p Build, in order.
  Result<std::vector<ChildOutcome>> run(const ProgramRecipe &Program,
                                        const std::string &Build);

  /// The sum over the counted runs of \p Program. \p Expected is what run()
  /// gave; a run that ends otherwise when it is counted is an error. clang of
  /// LLVM \p Major builds what keeps time and chance from the program. Of a
  /// program with threads, which wait by chance, the fewest of nine counts.
  Result<ExecutionCounts> count(const ProgramRecipe &Program,
                                const std::string &Build,
                                const std::vector<ChildOutcome> &Expected,
                                unsigned Major);

  /// Runs what count() counts of \p Program in turn as built in \p First and
  /// in \p Second, \p Pairs times, after both ran once. Runs that are shorter
  /// than a fifth of a second are repeated for one time of a pair.
  Result<TimeComparison> time(const ProgramRecipe &Program,
                              const std::string &First,
                              const std::string &Second, unsigned Pairs);

  /// Runs \p Program, which is instrumented, so that its counts come to files
  /// in \p Folder, the same each time: time and chance are kept from it as in
  /// count(). Scripts start processes at times of their own and are left out,
  /// unless \p Program has no other runs.
  Status profile(const ProgramRecipe &Program, const std::string &Build,
                 const std::string &Folder, unsigned Major);

private:
  Result<ChildOutcome> runSteadily(const ProgramRun &Run,
                                   const std::string &Copy,
                                   const std::string &Build,
                                   const std::vector<std::string> &Prefix,
                                   const std::string &Steady) const;
  Result<ExecutionCounts> countOnce(const ProgramRecipe &Program,
                                    const std::string &Build,
                                    const std::vector<ChildOutcome> &Expected,
                                    unsigned Major);
  Result<RunTime> timeRuns(const ProgramRecipe &Program,
                           const std::string &Build, unsigned Repeat);
  Result<std::string> copyProgram(const ProgramRecipe &Program,
                                  const std::string &Build);
  Result<ChildCommand> commandOf(const ProgramRun &Run, const std::string &Copy,
                                 const std::string &Build) const;
  Result<std::string> argumentOf(const std::string &Text,
                                 const std::string &Build) const;

  const Recipe &R;
  const BuildTarget &Target;
  std::string SourceTree;
  std::string Scratch;
};

/// Whether \p Program has a run that is counted.
bool isCounted(const ProgramRecipe &Program);
} // namespace mlgo
