// What a search promises, and a build keeps
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tune/Build.h"
#include "tune/Speed.h"

namespace mlgo {
/// Bytes of a linked program.
struct NamedSize {
  std::string Name;
  uint64_t Bytes = 0;
};

/// What \p Links left, by name of the file; of files of one name the last.
std::vector<NamedSize> measureLinked(const std::vector<LinkCommand> &Links,
                                     unsigned LLVMMajor);

/// \name What is kept for the next run of mlgo tune
/// @{
Status writeSizes(const std::string &File, const std::vector<NamedSize> &Sizes);
Result<std::vector<NamedSize>> readSizes(const std::string &File);
Status writeBuildCommand(const std::string &Work,
                         const std::vector<std::string> &Command);
Result<std::vector<std::string>> readBuildCommand(const std::string &Work);
/// @}

/// \p Words as a shell takes them, each after a blank.
std::string shellWords(const std::vector<std::string> &Words);

/// Of all programs.
uint64_t sumOf(const std::vector<NamedSize> &Sizes);

/// How to build from now on, for a shell: with a profile, and without one. What
/// has no flags is not advised.
std::string describeAdvice(const std::vector<std::string> &With,
                           const std::vector<std::string> &Without);

/// How to build from now on, for a shell, and what that will give.
std::string describeAdvice(const std::vector<std::string> &Flags,
                           const std::vector<NamedSize> &Promised);

/// Removes the objects of the build that the modules of \p Corpus are from, and
/// runs \p Build, or the command of the last search if it has none, with its
/// flags. Returns the commands that linked.
Result<std::vector<LinkCommand>> buildAgain(TuneBuild Build,
                                            const std::string &Corpus);

struct RebuiltPrograms {
  std::vector<LinkCommand> Links;
  std::string Table; ///< How large they are, beside what was promised.
  /// An error if none of the commands links one of the programs.
  Status IsComplete = Success();
};

/// Sets \p Linked beside \p Promised. A program of a library need not be there.
RebuiltPrograms compareWithPromise(const std::vector<NamedSize> &Promised,
                                   const std::vector<NamedSize> &Linked,
                                   bool IsLibrary);

Result<RebuiltPrograms> rebuild(TuneBuild Build, const std::string &Corpus);

/// Flags of two builds.
struct ComparedFlags {
  std::vector<std::string> Stock, Found;
};

/// How two builds ran, and how large they are.
struct MeasuredSpeed {
  SpeedComparison Compared;
  ComparedBuilds Builds;
  uint64_t StockBytes = 0, FoundBytes = 0; ///< Of all programs' text.

  /// False if more is executed.
  bool isGood() const;
};

/// Makes both builds, and runs \p W under both. What was found stays in its
/// place.
Result<MeasuredSpeed> measureSpeed(TuneBuild Build, const std::string &Corpus,
                                   const Workload &W,
                                   const ComparedFlags &Flags, unsigned Pairs);
} // namespace mlgo
