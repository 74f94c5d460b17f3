// Labelled decisions as a training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/inline/InlineTrials.h"

namespace mlgo {
/// One decision, with its inputs, and what its opposite does.
struct Label {
  const TrialSite *Site = nullptr;
  /// Bytes that the program gains when the stock decision is inverted.
  std::optional<double> DeltaSize;
  int64_t Confidence = 100; ///< Per cent.
};

/// Writes a log with one context. Its features are the inputs of inlining
/// policies, `label_confidence` and `inlining_decision`; its score, if the
/// labels have one (all or none), is `delta_size`.
Status writeLabelLog(const std::string &Path, const std::string &Context,
                     const std::vector<Label> &Labels);
} // namespace mlgo
