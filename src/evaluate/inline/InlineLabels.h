//===- InlineLabels.h - What each single flip does, for training *- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_INLINE_INLINELABELS_H
#define MLGO_EVALUATE_INLINE_INLINELABELS_H

#include "evaluate/LabelSweep.h"
#include "evaluate/inline/InlineDecisionProblem.h"

#include <map>
#include <memory>
#include <utility>

namespace mlgo {

/// Flips decisions one at a time (and together, see LabelOptions). A log has
/// the inputs, the confidence of the label in per cent, the decision, and as
/// score the bytes that a linked program gains, on average over those that have
/// the module, when the stock decision is inverted. A site that several modules
/// share is labelled in one.
class InlineLabels final : public LabelSource {
public:
  /// \p Problem is of the programs of \p Corpus, which are of one package.
  InlineLabels(const LabelOptions &Options,
               std::unique_ptr<InlineDecisionProblem> Problem,
               MeasuredCorpus Corpus);

  CorpusProblem &problem() override { return *Problem; }
  std::string package() const override { return Corpus.Programs[0].Package; }
  std::vector<std::string> modules() const override { return Corpus.Modules; }
  Status begin() override;
  std::vector<Move> plan(size_t Module) override;
  std::vector<std::optional<double>>
  tryMoves(const std::vector<Move> &Moves) override;
  Result<Counts>
  write(size_t Module, const std::string &Path,
        const std::vector<std::optional<double>> &Sizes) override;

private:
  /// Sites that are to be labelled, and the moves that tell their labels.
  struct Plan {
    std::vector<const TrialSite *> Sites;
    std::vector<size_t> Alone; ///< By site: index of its own flip.
    /// By site: that of its callee's, and of how many calls; 0: there is none.
    std::vector<std::pair<size_t, size_t>> Together;
  };

  std::optional<double>
  delta(size_t Module, size_t Index,
        const std::vector<std::optional<double>> &Sizes) const;

  const LabelOptions Options;
  const std::unique_ptr<InlineDecisionProblem> Problem;
  const MeasuredCorpus Corpus;
  Decisions Base; ///< All decisions, fixed.
  double BaseSize = 0;
  std::map<size_t, Plan> Plans; ///< By module.
};

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_INLINELABELS_H
