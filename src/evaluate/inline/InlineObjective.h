//===- InlineObjective.h - What inlining policies are worth -----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_INLINE_INLINEOBJECTIVE_H
#define MLGO_EVALUATE_INLINE_INLINEOBJECTIVE_H

#include "evaluate/inline/InlineValidation.h"

#include "mlgo/evolve/PolicyParameters.h"
#include "mlgo/evolve/TrainingConfig.h"
#include "mlgo/evolve/TrainingObjective.h"

#include <atomic>
#include <memory>

namespace mlgo {

/// Rewards policies for making linked programs small. A candidate's reward is
/// the mean of 1 - size / stock size over the programs that have modules in the
/// generation's batch; modules outside of the batch are as stock makes them.
/// Modules are drawn by their share of their programs. What cannot be compiled
/// with stock is left out.
class InlineObjective final : public TrainingObjective {
public:
  /// \p Work, which must outlive this, knows InlineTrialWork. Compiles all
  /// modules with stock. While \p Stop is true everything fails.
  static Result<std::unique_ptr<InlineObjective>>
  create(const TrainingConfig &Config, PolicyParameters Parameters,
         MeasuredCorpus Training, MeasuredCorpus Validation,
         Worker &Work, const std::atomic<bool> &Stop);

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
  /// What the last validate found.
  const InlineValidation &lastValidation() const { return LastValidation; }
  /// Modules that stock cannot compile, and why.
  const std::vector<std::string> &failures() const { return Failures; }

private:
  InlineObjective(const TrainingConfig &Config, PolicyParameters Parameters,
                  MeasuredCorpus Training, MeasuredCorpus Validation,
                  Worker &Work, const std::atomic<bool> &Stop);

  using VariantMap = std::map<size_t, ModuleVariants>;
  Status measureBaselines();
  const std::string &pathOf(size_t Module) const;
  void describeAll();
  Result<VariantMap> compile(const std::vector<std::string> &Models,
                             std::vector<size_t> Modules,
                             std::vector<std::string> &Failed);

  const TrainingConfig Config;
  PolicyParameters Parameters;
  LinkedPrograms Training, Validation;
  Worker &Work;
  const std::atomic<bool> &Stop;
  std::string Description;
  std::vector<std::string> Failures;
  std::vector<bool> IsUsable;      ///< By module: stock can compile it.
  std::vector<uint64_t> FileSizes; ///< By module.
  InlineValidation LastValidation;
};

/// The objective that \p Config describes, with trials made by \p Work, which
/// must outlive it. \p Stop is set to interrupt, at any time.
Result<std::unique_ptr<TrainingObjective>>
createInlineObjective(const TrainingConfig &Config, Worker &Work,
                      const std::atomic<bool> &Stop);

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_INLINEOBJECTIVE_H
