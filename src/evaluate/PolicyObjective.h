// What policies are worth
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/ObjectiveTrials.h"
#include "evolve/PolicyParameters.h"
#include "evolve/TrainingConfig.h"
#include "evolve/TrainingObjective.h"

namespace mlgo {
/// Rewards policies of any task by what ObjectiveTrials find. Modules of a
/// generation are drawn by their shares; candidates that round to the same
/// model are tried once.
class PolicyObjective final : public TrainingObjective {
public:
  PolicyObjective(const TrainingConfig &Config, PolicyParameters Parameters,
                  std::unique_ptr<ObjectiveTrials> Trials);

  ParameterVector start() const override { return Parameters.values(); }
  ParameterVector scales() const override { return Parameters.scales(); }
  std::string describe() const override;
  Result<std::vector<std::optional<double>>>
  evaluate(const std::vector<ParameterVector> &Candidates,
           uint64_t Generation) override;
  Result<std::optional<double>> validate(const ParameterVector &Parameters,
                                         unsigned Repeat) override;
  Status save(const ParameterVector &Parameters,
              const std::string &Path) const override;

  /// Modules to train on that a generation is measured on.
  std::vector<size_t> drawBatch(uint64_t Generation) const;
  const ObjectiveTrials &trials() const { return *Trials; }

private:
  void putLargestFirst(std::vector<size_t> &Modules) const;

  const uint64_t Seed, ModulesPerGeneration;
  const PolicyParameters Parameters;
  const std::unique_ptr<ObjectiveTrials> Trials;
  std::vector<uint64_t> FileSizes; ///< By module.
};

/// Bytes of the file \p Path; 0 if there is none.
uint64_t sizeOfFile(const std::string &Path);
} // namespace mlgo
