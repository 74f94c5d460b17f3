// A quadratic as if programs were compiled
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evolve/TrainingObjective.h"
#include "mlgo/support/File.h"
#include "mlgo/support/Random.h"
#include <functional>
#include <string>

namespace mlgo::test {

/// The reward is minus the distance from a point that each generation moves a
/// little, as batches do; some trials fail.
class SyntheticObjective : public TrainingObjective {
public:
  size_t Size = 5;
  unsigned FailEvery = 9; ///< About so often; 0: never.
  bool AlwaysFails = false;
  uint64_t BreakAt = UINT64_MAX; ///< Generation that cannot be evaluated.
  bool BreaksInValidation = false;
  double RescoreLoss = 0; ///< What a score loses when it is asked for again.
  std::string Description = "objective quadratic\n";
  std::function<void(uint64_t Generation)> OnEvaluate;
  unsigned Validations = 0, Rescores = 0;

  ParameterVector start() const override { return ParameterVector(Size, 0); }
  ParameterVector scales() const override { return ParameterVector(Size, 1); }
  std::string describe() const override { return Description; }

  Result<std::vector<std::optional<double>>>
  evaluate(const std::vector<ParameterVector> &Candidates,
           uint64_t Generation) override {
    if (OnEvaluate)
      OnEvaluate(Generation);
    Now = Generation;
    if (Generation == BreakAt && !BreaksInValidation)
      return Error("workers are gone");
    std::vector<std::optional<double>> Rewards;
    for (size_t I = 0; I < Candidates.size(); ++I) {
      Random Draw(Generation, I);
      const bool Fails =
          AlwaysFails || (FailEvery && Draw.below(FailEvery) == 0);
      Rewards.push_back(
          Fails ? std::nullopt
                : std::optional<double>(reward(Candidates[I], Generation)));
    }
    return Rewards;
  }

  Result<std::optional<double>> validate(const ParameterVector &Parameters,
                                         unsigned Repeat) override {
    if (BreaksInValidation && Now == BreakAt)
      return Error("workers are gone");
    ++(Repeat ? Rescores : Validations);
    return std::optional<double>(reward(Parameters, 0) -
                                 (Repeat ? RescoreLoss : 0));
  }

  Status save(const ParameterVector &Parameters,
              const std::string &Path) const override {
    std::string Text;
    for (double Value : Parameters)
      Text += std::to_string(Value) + '\n';
    return writeFileAtomically(Path, Text);
  }

private:
  static double reward(const ParameterVector &X, uint64_t Generation) {
    Random Draw(Generation);
    double Sum = 0;
    for (double Value : X) {
      const double Off = Value - 1 - 0.2 * Draw.uniform();
      Sum -= Off * Off;
    }
    return Sum;
  }

  uint64_t Now = UINT64_MAX - 1;
};

} // namespace mlgo::test
