// What happened in a generation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/TrainingRecord.h"
#include "evolve/OptimizerChecks.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace mlgo {
/// Prints nothing for what is no number.
static std::string format(double Value) {
  if (!std::isfinite(Value))
    return "";
  char Text[32];
  return std::string(Text, std::to_chars(Text, Text + 32, Value).ptr);
}

static std::string format(const std::optional<double> &Value) {
  return Value ? format(*Value) : "";
}

void summarise(const std::vector<std::optional<double>> &Rewards,
               TrainingRecord &Record) {
  std::vector<double> Values;
  for (const auto &Reward : Rewards)
    if (isReward(Reward))
      Values.push_back(*Reward);
  Record.Quantiles.fill(std::numeric_limits<double>::quiet_NaN());
  Record.Mean = Record.Quantiles[0];
  if (Values.empty())
    return;
  std::sort(Values.begin(), Values.end());
  const double Last = static_cast<double>(Values.size() - 1);
  for (size_t Q = 0; Q < 5; ++Q) {
    const double At = Last * static_cast<double>(Q) / 4;
    const size_t Below = static_cast<size_t>(At);
    const size_t Above = std::min(Below + 1, Values.size() - 1);
    const double Share = At - static_cast<double>(Below);
    Record.Quantiles[Q] = (1 - Share) * Values[Below] + Share * Values[Above];
  }
  Record.Mean = 0;
  for (double Value : Values)
    Record.Mean += Value / static_cast<double>(Values.size());
}

std::string formatMetrics(const std::vector<TrainingRecord> &Records) {
  std::string Text =
      "generation,reward_min,reward_p25,reward_median,reward_p75,reward_max,"
      "reward_mean,candidates,survivors,step,gradient_norm,step_norm,sigma,"
      "validation,rescored,best,seconds\n";
  for (const TrainingRecord &Record : Records) {
    Text += std::to_string(Record.Generation) + ',';
    for (double Quantile : Record.Quantiles)
      Text += format(Quantile) + ',';
    const GenerationOutcome &Outcome = Record.Outcome;
    Text += format(Record.Mean) + ',' + std::to_string(Outcome.Candidates) +
            ',' + std::to_string(Outcome.Survivors) + ',';
    Text += Outcome.Candidates ? name(Outcome.Step) : "start";
    for (double Value : {Outcome.GradientNorm, Outcome.StepNorm, Outcome.Sigma})
      Text += ',' + format(Value);
    Text += ',' + format(Record.Validation) + ',' + format(Record.Rescored) +
            (Record.IsBest ? ",1," : ",0,") + format(Record.Seconds) + '\n';
  }
  return Text;
}
} // namespace mlgo
