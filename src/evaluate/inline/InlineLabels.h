// What each single flip does, for training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/inline/InlineDecisionProblem.h"

namespace mlgo {
/// Flips decisions one at a time (and together, see LabelOptions). A log has
/// the inputs, the confidence of the label in per cent, the decision, and as
/// score the bytes that a linked program gains, on average over those that have
/// the module, when the stock decision is inverted; or where cycles count,
/// millionths of what the programs cost. A site that several modules share is
/// labelled in one, and in one of the settings, which its key draws. Where
/// cycles count, sites that run seldom are drawn, and each that is stands for
/// those that are not: its confidence is as many times 100.
class InlineLabels final : public LabelSource {
public:
  /// What runs for less is hardly more than a program's start, where a single
  /// instruction would be worth kilobytes.
  static constexpr uint64_t LeastCycles = 1 << 20;

  /// \p Problems are of the programs of \p Corpus, which are of one package,
  /// one in each of the settings of \p Options.
  InlineLabels(const LabelOptions &Options,
               std::vector<std::unique_ptr<InlineDecisionProblem>> Problems,
               MeasuredCorpus Corpus);

  std::vector<CorpusProblem *> problems() override;
  std::string package() const override { return Corpus.Programs[0].Package; }
  std::vector<std::string> modules() const override { return Corpus.Modules; }
  Status begin() override;
  std::vector<PlannedMove> plan(size_t Module) override;
  std::vector<std::optional<double>>
  tryMoves(const std::vector<PlannedMove> &Moves) override;
  Result<Counts>
  write(size_t Module, const std::string &Path,
        const std::vector<std::optional<double>> &Sizes) override;

private:
  /// All decisions in one setting.
  struct InSetting {
    std::unique_ptr<InlineDecisionProblem> Problem;
    Decisions Base; ///< Fixed.
    double BaseSize = 0;
    uint64_t MostRuns = 0; ///< Of a site.
    /// The sites of all modules, by callee and decision.
    std::map<std::pair<std::string, bool>, std::vector<const TrialSite *>>
        Groups;
    /// What moves of several changes came to.
    std::map<Decisions, std::optional<double>> Tried;
  };

  /// One site that is to be labelled, and the moves that tell its label.
  struct PlannedSite {
    const TrialSite *Site;
    size_t Setting;
    std::optional<size_t> Alone; ///< Index of its own flip.
    /// That of its callee's, and of how many calls; 0: there is none.
    std::pair<size_t, size_t> Together = {};
    double StandsFor = 1; ///< So many sites.
  };
  using Plan = std::vector<PlannedSite>;

  size_t drawSetting(const std::string &Key) const;
  Plan sitesOf(size_t Module) const;
  void keepSome(Plan &Sites, size_t Module) const;
  using RankedSites = std::vector<std::pair<double, PlannedSite>>;
  static void drawSites(RankedSites Sites, size_t Count, Plan &Kept);
  void keepHot(Plan &Sites, size_t Module) const;

  std::optional<double>
  delta(size_t Module, const PlannedSite &Planned,
        const std::vector<std::optional<double>> &Sizes) const;

  const LabelOptions Options;
  std::vector<InSetting> Settings;
  const MeasuredCorpus Corpus;
  std::map<size_t, Plan> Plans; ///< By module.
};
} // namespace mlgo
