// Gradients from mirrored perturbations
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/evolve/Optimizer.h"
#include "mlgo/evolve/RewardShaping.h"
#include "mlgo/evolve/StepRule.h"

namespace mlgo {
/// How an EvolutionStrategy samples and steps.
struct EvolutionStrategyOptions {
  uint64_t Seed = 1;
  size_t Pairs = 32;
  /// Deviation of the perturbations, in units of the scales.
  double Sigma = 0.1;
  /// How far each parameter goes at once, positive; empty: 1 each. The whole
  /// search happens in parameters divided by their scales.
  std::vector<double> Scales;
  RewardShaping Shaping = RewardShaping::CenteredRanks;
  /// How many pairs count, those with the largest better half (augmented
  /// random search, arXiv 1803.07055); 0: all.
  size_t TopPairs = 0;
  /// No step if fewer than this share of the pairs have both their rewards.
  double MinSurvivors = 0.4;
  StepRule Rule = ClipUpStep();
  /// The share of the way back to where the search started that each step goes.
  double Decay = 0;
};

/// Antithetic evolution strategy (Salimans et al., arXiv 1703.03864). For the
/// pair p of generation g the noise E[p] = gaussianNoise(Seed, g, p) gives the
/// candidates 2p, center + Sigma Scales E[p], and 2p + 1, center - the same.
/// The gradient is the mean over the pairs of (U+ - U-) E[p] / (2 Sigma) with
/// the shaped rewards U. A lost reward drops its pair.
class EvolutionStrategy final : public Optimizer {
public:
  /// Fails on options without a meaning, naming them.
  static Result<EvolutionStrategy> create(std::vector<double> Start,
                                          EvolutionStrategyOptions Options);

  size_t size() const override { return Center.size(); }
  std::vector<std::vector<double>> ask() const override;
  Result<GenerationOutcome>
  tell(const std::vector<std::optional<double>> &Rewards) override;
  const std::vector<double> &center() const override { return Center; }
  uint64_t generation() const override { return Generation; }
  void save(ByteWriter &Bytes) const override;
  Status restore(ByteReader &Bytes) override;

private:
  EvolutionStrategy() = default;

  std::vector<double> noise(size_t Pair) const;
  std::vector<double> gradient(const std::vector<size_t> &Pairs,
                               const std::vector<double> &Utilities) const;
  void move(const std::vector<double> &Gradient, GenerationOutcome &Outcome);

  EvolutionStrategyOptions Options; ///< With the state of the rule.
  std::vector<double> Start;
  std::vector<double> Center;
  uint64_t Generation = 0;
};
} // namespace mlgo
