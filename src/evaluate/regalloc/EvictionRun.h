//===- EvictionRun.h - The evictions of corpora, measured -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONRUN_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONRUN_H

#include "evaluate/regalloc/EvictionLabels.h"

#include <string>
#include <utility>
#include <vector>

namespace mlgo {

/// One module of a corpus.
struct CorpusModule {
  std::string Package; ///< What the corpus is called.
  std::string Path;
};

/// The modules of the corpora at or right below \p Folders; those of \p
/// Packages alone unless that is empty.
Result<std::vector<CorpusModule>>
listCorpusModules(const std::vector<std::string> &Folders,
                  const std::vector<std::string> &Packages);

/// The stock advisor decides; runners hold the inputs.
EvictionConfig stockConfig();

/// The policy in the model file \p Path decides; "stock" is the stock advisor.
Result<EvictionConfig> policyConfig(const std::string &Path);

/// Allocates \p M under \p Policy in a fork of this process. An error if that
/// crashes or takes too long.
Result<std::vector<FunctionAllocation>>
measureInFork(EvictionModule &M, const std::string &Policy);

/// The bytes of \p M's code under \p Policy, in a fork as well.
Result<uint64_t> measureBytesInFork(EvictionModule &M,
                                    const std::string &Policy);

/// By name. Of equal names the first stays.
std::map<std::string, FunctionAllocation>
byName(const std::vector<FunctionAllocation> &Functions);

/// Two allocations of a function, or of a module as bytes.
struct ScorePair {
  double Stock = 0;
  double Variant = 0;
  bool HasProblems = false;
};

/// Two allocations of some functions or modules.
struct ScoreSummary {
  size_t Functions = 0; ///< With a problem.
  double Stock = 0;     ///< Sum of all scores.
  double Variant = 0;
  double LogRatios = 0; ///< Sum over the functions with a problem.

  void add(const ScorePair &Pair);
  /// Of the sums, in %.
  double change() const { return Stock > 0 ? 100 * (Variant / Stock - 1) : 0; }
  /// Of the geometric mean over functions with a problem, in %.
  double meanChange() const;
};

/// A line a package, then the geometric mean over packages; \p Units are what
/// was measured, functions or modules.
std::string
scoreTable(const std::vector<std::pair<std::string, ScoreSummary>> &Packages,
           const char *Units = "functions");

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONRUN_H
