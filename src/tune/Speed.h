// A workload, profiled and measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/ExecutionCounts.h"
#include "compare/PairedTimes.h"
#include "mlgo/support/LLVMMajors.h"
#include "tune/KeptBuild.h"

namespace mlgo {
/// A run of what a build linked.
struct Workload {
  std::string Command; ///< For a shell, in the current folder.
  std::string Work;    ///< Folder for what is kept; absolute.
  unsigned LLVMMajor = DefaultLLVMMajor;
  /// Told about long steps.
  std::function<void(const std::string &)> Tell = [](auto &) {};
};

/// Runs \p W with programs that were built with -fprofile-generate, and merges
/// what they executed into the file \p Profile.
Status recordProfile(const Workload &W, const std::string &Profile);

/// What the functions of \p Build's programs and of what they call execute in
/// \p W. Puts the programs where they belong.
Result<CountsByFunction> countFunctions(const Workload &W,
                                        const KeptBuild &Build);

/// The two builds that are compared.
struct ComparedBuilds {
  KeptBuild Stock, Found;
};

/// How two builds ran.
struct SpeedComparison {
  /// By valgrind's cachegrind; none where it is not installed, which NotCounted
  /// says then.
  std::optional<std::pair<ExecutionCounts, ExecutionCounts>> Counts;
  std::string NotCounted;
  TimeComparison Times;
  bool HasSameOutput = true;
};

/// Runs \p W under both builds, \p Pairs times one after the other, and counts
/// what each executes. The build that was found is left in its place. A run
/// that fails is an error.
Result<SpeedComparison>
compareSpeed(const Workload &W, const ComparedBuilds &Builds, unsigned Pairs);

/// \p C as a table, and the bytes of both builds.
std::string describe(const SpeedComparison &C, uint64_t StockBytes,
                     uint64_t FoundBytes);
} // namespace mlgo
