// Gradients from mirrored perturbations
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/EvolutionStrategy.h"
#include "evolve/GaussianNoise.h"
#include "evolve/OptimizerChecks.h"
#include "evolve/StateBytes.h"
#include <algorithm>

namespace mlgo {
constexpr size_t MaxPairs = size_t(1) << 20;

Result<EvolutionStrategy>
EvolutionStrategy::create(std::vector<double> Start,
                          EvolutionStrategyOptions Options) {
  MLGO_TRY(checkOptimizer(Start, Options.Sigma, Options.MinSurvivors,
                          Options.Scales));
  if (Options.Pairs < 1 || Options.Pairs > MaxPairs)
    return Error("there are " + std::to_string(Options.Pairs) +
                 " pairs, expected 1 to " + std::to_string(MaxPairs));
  if (!(Options.Decay >= 0 && Options.Decay < 1))
    return Error("decay is " + std::to_string(Options.Decay) +
                 ", expected [0, 1)");
  MLGO_TRY(validate(Options.Rule));
  std::visit([&](auto &Rule) { Rule.create(Start.size()); }, Options.Rule);
  EvolutionStrategy Strategy;
  Strategy.Options = std::move(Options);
  Strategy.Center = Start;
  Strategy.Start = std::move(Start);
  return Strategy;
}

std::vector<double> EvolutionStrategy::noise(size_t Pair) const {
  return gaussianNoise(Options.Seed, Generation, Pair, Center.size());
}

std::vector<std::vector<double>> EvolutionStrategy::ask() const {
  std::vector<std::vector<double>> Candidates(2 * Options.Pairs, Center);
  for (size_t Pair = 0; Pair < Options.Pairs; ++Pair) {
    const std::vector<double> Noise = noise(Pair);
    for (size_t I = 0; I < Center.size(); ++I) {
      const double Offset = Options.Sigma * Options.Scales[I] * Noise[I];
      Candidates[2 * Pair][I] += Offset;
      Candidates[2 * Pair + 1][I] -= Offset;
    }
  }
  return Candidates;
}

Result<GenerationOutcome>
EvolutionStrategy::tell(const std::vector<std::optional<double>> &Rewards) {
  if (Rewards.size() != 2 * Options.Pairs)
    return wrongRewards(Rewards.size(), 2 * Options.Pairs);
  std::vector<size_t> Pairs;
  std::vector<double> Best;
  for (size_t Pair = 0; Pair < Options.Pairs; ++Pair)
    if (isReward(Rewards[2 * Pair]) && isReward(Rewards[2 * Pair + 1])) {
      Pairs.push_back(Pair);
      Best.push_back(std::max(*Rewards[2 * Pair], *Rewards[2 * Pair + 1]));
    }
  GenerationOutcome Outcome;
  Outcome.Candidates = Rewards.size();
  Outcome.Survivors = 2 * Pairs.size();
  Outcome.Sigma = Options.Sigma;
  const double Needed =
      Options.MinSurvivors * static_cast<double>(Options.Pairs);
  if (Pairs.empty() || static_cast<double>(Pairs.size()) < Needed) {
    Outcome.Step = StepKind::TooFewSurvivors;
    ++Generation;
    return Outcome;
  }
  if (Options.TopPairs && Options.TopPairs < Pairs.size()) {
    std::vector<size_t> Order = orderOfRewards(Best);
    Order.resize(Options.TopPairs);
    // Sums are taken in order of pairs.
    std::sort(Order.begin(), Order.end());
    std::vector<size_t> Top;
    for (size_t Index : Order)
      Top.push_back(Pairs[Index]);
    Pairs = std::move(Top);
  }
  std::vector<double> Used;
  for (size_t Pair : Pairs) {
    Used.push_back(*Rewards[2 * Pair]);
    Used.push_back(*Rewards[2 * Pair + 1]);
  }
  if (std::all_of(Used.begin(), Used.end(),
                  [&](double Reward) { return Reward == Used[0]; }))
    Outcome.Step = StepKind::NoDifference;
  else
    move(gradient(Pairs, shapeRewards(Used, Options.Shaping)), Outcome);
  ++Generation;
  return Outcome;
}

std::vector<double>
EvolutionStrategy::gradient(const std::vector<size_t> &Pairs,
                            const std::vector<double> &Utilities) const {
  std::vector<double> Gradient(Center.size());
  const double Divisor = 2 * Options.Sigma * static_cast<double>(Pairs.size());
  for (size_t P = 0; P < Pairs.size(); ++P) {
    const double Weight = (Utilities[2 * P] - Utilities[2 * P + 1]) / Divisor;
    if (Weight == 0)
      continue;
    const std::vector<double> Noise = noise(Pairs[P]);
    for (size_t I = 0; I < Gradient.size(); ++I)
      Gradient[I] += Weight * Noise[I];
  }
  return Gradient;
}

void EvolutionStrategy::move(const std::vector<double> &Gradient,
                             GenerationOutcome &Outcome) {
  StepRule Rule = Options.Rule;
  std::vector<double> Step =
      std::visit([&](auto &Kind) { return Kind.step(Gradient); }, Rule);
  std::vector<double> Moved = Center;
  for (size_t I = 0; I < Moved.size(); ++I) {
    Moved[I] -= Options.Decay * (Center[I] - Start[I]);
    Moved[I] += Options.Scales[I] * Step[I];
    Step[I] = (Moved[I] - Center[I]) / Options.Scales[I];
  }
  Outcome.GradientNorm = euclideanNorm(Gradient);
  Outcome.StepNorm = euclideanNorm(Step);
  if (!allFinite({Outcome.GradientNorm, Outcome.StepNorm})) {
    Outcome.Step = StepKind::NotFinite;
    Outcome.GradientNorm = Outcome.StepNorm = 0;
    return;
  }
  Center = std::move(Moved);
  Options.Rule = std::move(Rule);
}

void EvolutionStrategy::save(ByteWriter &Bytes) const {
  Bytes.string("evolution strategy");
  Bytes.number(Options.Rule.index());
  Bytes.number(Generation);
  writeDoubles(Bytes, Center);
  std::visit([&](const auto &Rule) { Rule.save(Bytes); }, Options.Rule);
}

Status EvolutionStrategy::restore(ByteReader &Bytes) {
  if (Bytes.string() != "evolution strategy" ||
      Bytes.number() != Options.Rule.index() || !Bytes.ok())
    return Error("state of an optimizer: not of an evolution strategy with "
                 "this step rule");
  const uint64_t Told = Bytes.number();
  std::vector<double> Middle;
  StepRule Rule = Options.Rule;
  if (Told > MaxGeneration || !readDoubles(Bytes, Center.size(), Middle) ||
      !std::visit([&](auto &Kind) { return Kind.restore(Bytes); }, Rule))
    return Error("state of an evolution strategy: damaged, or not of " +
                 std::to_string(Center.size()) + " parameters");
  Generation = Told;
  Center = std::move(Middle);
  Options.Rule = std::move(Rule);
  return Success();
}
} // namespace mlgo
