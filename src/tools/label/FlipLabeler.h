//===- FlipLabeler.h - What one changed decision does to the size -*- C++
//-*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_LABEL_FLIPLABELER_H
#define MLGO_TOOLS_LABEL_FLIPLABELER_H

#include "InlineAdvisor.h"

#include "mlgo/llvm/ObjectSize.h"
#include "mlgo/support/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlgo {

/// One decision with its inputs.
struct LabeledDecision {
  std::vector<int64_t> Inputs; ///< In the order of getInlinePolicyInputs.
  bool Decision = false;
  /// Bytes of the linked program if this decision were the opposite of the
  /// stock decision, minus bytes if it were the stock decision; all other
  /// policies the same. Negative: flipping stock pays.
  double DeltaSize = 0;
};

/// How a module is compiled and which of its decisions are labelled.
struct LabelOptions {
  std::string ModelPath; ///< The policy that decides; empty: stock.
  uint64_t Seed = 1;
  uint64_t MaxSites = 0; ///< Labels at most about this many; 0: trace only.
  uint64_t MaxWork = 0;  ///< Bound on labels times instructions of the module.
  unsigned TrialSeconds = 60; ///< A compilation that takes longer is no label.
};

/// One module, compiled under the policy.
struct LabeledModule {
  std::vector<LabeledDecision> Decisions; ///< All, or the labelled ones.
  ObjectSize Size;
  uint64_t FailedTrials = 0;
};

/// Compiles the bitcode at \p Path and returns all decisions, unlabelled.
Result<LabeledModule> traceModule(const std::string &Path,
                                  const LabelOptions &Options);

/// Compiles the bitcode at \p Path once, and once more, in a forked process
/// from the decision onwards, for each sampled decision with that one changed.
/// \p Trace is what traceModule returned; sampling needs its number of
/// decisions to be the same for the same seed. \p Weights are the program's
/// group counts.
Result<LabeledModule> labelModule(const std::string &Path,
                                  const LabelOptions &Options,
                                  uint64_t NumDecisions,
                                  const GroupCounts &Weights);

} // namespace mlgo

#endif // MLGO_TOOLS_LABEL_FLIPLABELER_H
