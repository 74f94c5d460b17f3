// A package built twice, run and measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/ExecutionCounts.h"
#include "compare/InlineStatistics.h"
#include "compare/OtherFunctions.h"
#include "compare/PairedTimes.h"
#include "corpus/Recipe.h"
#include "link/LinkedSizes.h"
#include "mlgo/support/LLVMMajors.h"

namespace mlgo {
/// What to compare with what.
struct ComparisonOptions {
  std::string Work;    ///< Absolute; sources and builds are kept here.
  std::string Recipes; ///< For the recipes of used packages.
  std::string Keep;    ///< Linked programs are copied here; empty: nowhere.
  /// Pass plugins of the variant; none: flags alone make it.
  std::vector<std::string> Plugins;
  BuildSettings Settings; ///< For both builds.
  bool Count = false;     ///< Also count what programs execute.
  unsigned TimePairs = 0; ///< How often both are also run in turn and timed.
  bool Compress = false;  ///< Also measure programs compressed.
  std::vector<std::string> Flags;         ///< For the variant's compilations.
  std::vector<std::string> BaselineFlags; ///< For the stock compilations.
  /// "full" or "thin": both builds are of that kind of LTO. In Flags, what
  /// plugins of ours read is then passed by the environment. Empty: none.
  std::string LTO;
  /// Build both with a profile of the recipe's workloads, which an instrumented
  /// build makes first. It is kept in Work for the next comparison.
  bool UseProfile = false;
  /// With it: the variant is small where that costs next to nothing (see
  /// leanProfileOptions).
  bool IsLean = false;
  /// Also build with this compiler (see findOtherCompiler), at the same level;
  /// empty: with none.
  std::string Against;
  unsigned LLVMMajor = DefaultLLVMMajor;
  unsigned Jobs = 1;
  /// Told about long steps, for example "zlib: building stock".
  std::function<void(const std::string &)> Progress = [](auto &) {};
};

/// One program's time in two builds.
struct ProgramTimes {
  std::string Package;
  std::string Program;
  ProgramLanguage Language = ProgramLanguage::C;
  TimeComparison Times; ///< By how much the variant takes longer.
};

struct PackageComparison {
  std::vector<LinkedSizes> Programs;
  std::vector<ProgramCounts> Counts; ///< Programs with counted runs.
  std::vector<ProgramTimes> Times;   ///< The same programs.
  /// Of programs that ComparisonOptions::Against makes smaller code of.
  std::vector<OtherFunctions> Functions;
  InlineStatistics Decisions; ///< What the variant decided.
  /// Why a variant with plugins of ours is stock's all the same, and what to do
  /// about it; empty: it is not.
  std::string WhyUndecided;
};

/// Fetches \p R, builds it stock and as the variant, runs every program's
/// workload with both and measures the linked programs. Different output or
/// exit codes are an error. The stock build is kept for the next comparison;
/// the variant is always built anew, because a plugin may read other files.
Result<PackageComparison> comparePackage(const Recipe &R,
                                         const ComparisonOptions &Options);

/// The sources of the packages in \p R's "uses", as BuildRequest wants them.
Result<std::vector<std::pair<std::string, std::string>>>
fetchUsedPackages(const Recipe &R, const std::string &Recipes,
                  const std::string &Work);
} // namespace mlgo
