// Asks what to try, is told what it was worth
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/Optimizer.h"
#include "evolve/OptimizerChecks.h"
#include <algorithm>
#include <cmath>

namespace mlgo {
const char *name(StepKind Kind) {
  switch (Kind) {
  case StepKind::Taken:
    return "taken";
  case StepKind::TooFewSurvivors:
    return "too-few-survivors";
  case StepKind::NoDifference:
    return "no-difference";
  case StepKind::NotFinite:
    break;
  }
  return "not-finite";
}

bool allFinite(const std::vector<double> &Values) {
  return std::all_of(Values.begin(), Values.end(),
                     [](double Value) { return std::isfinite(Value); });
}

bool isReward(const std::optional<double> &Reward) {
  return Reward && std::isfinite(*Reward);
}

Error wrongRewards(size_t Found, size_t Expected) {
  return Error("generation has " + std::to_string(Found) +
               " rewards, expected " + std::to_string(Expected));
}

Status checkOptimizer(const std::vector<double> &Start, double Sigma,
                      double MinSurvivors, std::vector<double> &Scales) {
  if (Start.empty())
    return Error("there are 0 parameters, expected at least 1");
  if (!allFinite(Start))
    return Error("a parameter of the start is not finite");
  if (!(Sigma > 0) || !std::isfinite(Sigma))
    return Error("sigma is " + std::to_string(Sigma) +
                 ", expected a positive number");
  if (!(MinSurvivors >= 0 && MinSurvivors <= 1))
    return Error("share of survivors is " + std::to_string(MinSurvivors) +
                 ", expected [0, 1]");
  if (Scales.empty())
    Scales.assign(Start.size(), 1);
  if (Scales.size() != Start.size())
    return Error("there are " + std::to_string(Scales.size()) +
                 " scales, expected " + std::to_string(Start.size()));
  for (double Scale : Scales)
    if (!(Scale > 0) || !std::isfinite(Scale * Sigma))
      return Error("a scale is " + std::to_string(Scale) +
                   ", expected a positive number");
  return Success();
}
} // namespace mlgo
