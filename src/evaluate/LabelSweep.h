//===- LabelSweep.h - What each single flip does, for training --*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_LABELSWEEP_H
#define MLGO_EVALUATE_LABELSWEEP_H

#include "evaluate/MeasuredCorpus.h"

#include "mlgo/support/Result.h"

#include <cstdint>
#include <functional>
#include <string>

namespace mlgo {

struct LabelSweepOptions {
  std::string Folder; ///< Logs go to Folder/PACKAGE/MODULE.log.
  /// Labels of one module at most about this many sites, those first where
  /// stock is seldom right; 0: all.
  uint64_t SitesPerModule = 0;
  uint64_t Seed = 1;
  /// Also flips all calls of a callee in a module together, if they are decided
  /// alike and at most this many. A site's label is the better of flipping it
  /// alone and of its share in that: copies pay only when the last call is
  /// gone. Below 2: only alone.
  size_t MaxTogether = 0;
  /// Only notes all decisions, without measuring anything.
  bool TraceOnly = false;
  size_t Slots = 1; ///< Of the workers.
};

/// How far a sweep has come.
struct LabelSweepProgress {
  std::string Package;
  size_t Modules = 0, FinishedModules = 0;
  uint64_t Labels = 0, FailedTrials = 0;
};

/// Compiles the modules of \p Problem's one program under its policy, flips
/// decisions one at a time (and together, see MaxTogether) with all others kept
/// as they are, and writes LLVM training logs: the inputs, the confidence of
/// the label in per cent, the decision, and as score the bytes that a linked
/// program gains, on average over those that have the module, when the stock
/// decision is inverted. A site that several modules share is labelled in one.
/// Modules whose log is there are passed over, so that an interrupted sweep
/// goes on.
Status sweepLabels(InlineDecisionProblem &Problem, const MeasuredCorpus &Corpus,
                   const LabelSweepOptions &Options,
                   const std::function<void(const LabelSweepProgress &)> &Tell);

} // namespace mlgo

#endif // MLGO_EVALUATE_LABELSWEEP_H
