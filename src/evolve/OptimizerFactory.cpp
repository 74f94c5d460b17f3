// The optimizer a configuration names
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/OptimizerFactory.h"
#include "mlgo/evolve/CovarianceAdaptation.h"
#include "mlgo/evolve/EvolutionStrategy.h"

namespace mlgo {
namespace {
template <typename T> Result<std::unique_ptr<Optimizer>> own(Result<T> Made) {
  if (!Made)
    return Made.error();
  return std::unique_ptr<Optimizer>(std::make_unique<T>(std::move(*Made)));
}

Result<StepRule> stepRule(const TrainingConfig &Config) {
  if (Config.StepRule == "plain")
    return StepRule(PlainStep{Config.StepSize});
  if (Config.StepRule == "clipup")
    return StepRule(
        ClipUpStep{Config.StepSize, Config.Momentum, Config.MaxStep, {}});
  return Error("step rule is '" + Config.StepRule +
               "', expected plain or clipup");
}
} // namespace

Result<std::unique_ptr<Optimizer>> createOptimizer(const TrainingConfig &Config,
                                                   std::vector<double> Start,
                                                   std::vector<double> Scales) {
  if (Config.Algorithm == "cma" || Config.Algorithm == "sep-cma") {
    CovarianceAdaptationOptions Options;
    Options.Seed = Config.Seed;
    Options.Population = 2 * Config.Pairs;
    Options.Sigma = Config.Sigma;
    Options.Scales = std::move(Scales);
    Options.MinSurvivors = Config.MinSurvivors;
    Options.Separable = Config.Algorithm == "sep-cma";
    return own(
        CovarianceAdaptation::create(std::move(Start), std::move(Options)));
  }
  if (Config.Algorithm != "es")
    return Error("algorithm is '" + Config.Algorithm +
                 "', expected es, cma or sep-cma");
  auto Rule = MLGO_TRY(stepRule(Config));
  EvolutionStrategyOptions Options;
  Options.Seed = Config.Seed;
  Options.Pairs = Config.Pairs;
  Options.Sigma = Config.Sigma;
  Options.Scales = std::move(Scales);
  Options.Shaping = Config.Shaping == "ranks" ? RewardShaping::CenteredRanks
                                              : RewardShaping::Standardised;
  Options.TopPairs = Config.TopPairs;
  Options.MinSurvivors = Config.MinSurvivors;
  Options.Rule = std::move(Rule);
  Options.Decay = Config.Decay;
  return own(EvolutionStrategy::create(std::move(Start), std::move(Options)));
}
} // namespace mlgo
