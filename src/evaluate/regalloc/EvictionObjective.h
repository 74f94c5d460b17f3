//===- EvictionObjective.h - What eviction policies are worth - -*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONOBJECTIVE_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONOBJECTIVE_H

#include "evaluate/regalloc/EvictionTrialWork.h"

#include "evaluate/regalloc/EvictionRun.h"

#include "mlgo/evolve/PolicyParameters.h"
#include "mlgo/evolve/TrainingConfig.h"
#include "mlgo/evolve/TrainingObjective.h"

#include <atomic>
#include <map>
#include <memory>

namespace mlgo {

/// Rewards policies for allocations of a low score or, where the task is
/// regalloc-evict-oz, of few bytes; of whole functions. A candidate's reward is
/// the mean gain over the functions in the generation's batch that have
/// something to decide, weighted as EvictionGains says. Modules are drawn by
/// the share of their package's bitcode, from all packages alike. Validation
/// gives the same over all validation modules, in per cent.
class EvictionObjective final : public TrainingObjective {
public:
  /// \p Work, which must outlive this, knows EvictionTrialWork. While \p Stop is
  /// true everything fails.
  static Result<std::unique_ptr<EvictionObjective>>
  create(const TrainingConfig &Config, PolicyParameters Parameters,
         std::vector<CorpusModule> Training,
         std::vector<CorpusModule> Validation, Worker &Work,
         const std::atomic<bool> &Stop);

  ParameterVector start() const override { return Parameters.values(); }
  ParameterVector scales() const override { return Parameters.scales(); }
  std::string describe() const override { return Description; }
  Result<std::vector<std::optional<double>>>
  evaluate(const std::vector<ParameterVector> &Candidates,
           uint64_t Generation) override;
  Result<std::optional<double>> validate(const ParameterVector &Parameters,
                                         unsigned Repeat) override;
  Status save(const ParameterVector &Parameters,
              const std::string &Path) const override;

  /// Training modules that a generation is measured on.
  std::vector<size_t> drawBatch(uint64_t Generation) const;

private:
  EvictionObjective(const TrainingConfig &Config, PolicyParameters Parameters,
                    Worker &Work, const std::atomic<bool> &Stop)
      : Config(Config), Parameters(std::move(Parameters)), Work(Work),
        Stop(Stop) {}

  void describeAll();
  Result<std::vector<std::optional<double>>>
  measure(const std::vector<std::string> &Models, std::vector<size_t> Batch,
          std::vector<std::string> &Failed);

  const TrainingConfig Config;
  PolicyParameters Parameters;
  std::vector<CorpusModule> Modules; ///< Of training, then of validation.
  size_t NumTraining = 0;
  std::vector<uint64_t> FileSizes; ///< By module.
  std::vector<uint64_t> Shares;    ///< By module: parts of its package.
  Worker &Work;
  const std::atomic<bool> &Stop;
  std::string Description;
};

/// The objective that \p Config describes, with trials made by \p Work, which
/// must outlive it. \p Stop is set to interrupt, at any time.
Result<std::unique_ptr<TrainingObjective>>
createEvictionObjective(const TrainingConfig &Config, Worker &Work,
                        const std::atomic<bool> &Stop);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONOBJECTIVE_H
