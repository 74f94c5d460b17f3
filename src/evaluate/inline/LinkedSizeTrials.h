// How small policies make programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include "evaluate/ObjectiveTrials.h"
#include "evaluate/inline/InlineValidation.h"
#include "evolve/TrainingConfig.h"

namespace mlgo {
/// Rewards inlining for making linked programs small. A model's reward is the
/// mean of 1 - size / stock size over the programs that have one of the
/// modules; other modules are as stock makes them. Modules are drawn by their
/// share of their programs. With several settings, programs and modules are
/// there once in each. What stock cannot compile is not usable.
class LinkedSizeTrials final : public ObjectiveTrials {
public:
  /// Reads the corpora that \p Config names and compiles all their modules with
  /// stock. \p Context is of workers that make trials.
  static Result<std::unique_ptr<LinkedSizeTrials>>
  create(const TrainingConfig &Config, TrialContext Context);

  Description describe() const override;
  const std::vector<Module> &modules() const override { return Modules; }
  uint64_t batchStream() const override { return 0x6d6f64756c657321; }
  Result<Rewards> measure(const std::vector<std::string> &Models,
                          const std::vector<size_t> &Modules) override;
  Result<std::optional<double>>
  validate(const std::string &Model,
           const std::vector<size_t> &Modules) override;

  /// What the last validate found.
  const InlineValidation &lastValidation() const { return LastValidation; }
  /// Modules that stock cannot compile, and why.
  const std::vector<std::string> &failures() const { return Failures; }

private:
  LinkedSizeTrials(const MeasuredCorpus &Training,
                   const MeasuredCorpus &Validation,
                   std::vector<CodeSetting> Settings, TrialContext Context);

  const CodeSetting &settingOf(size_t Module) const;

  using VariantMap = std::map<size_t, ModuleVariants>;
  Status measureBaselines();
  Result<VariantMap> compile(const std::vector<std::string> &Models,
                             const std::vector<size_t> &Modules,
                             std::vector<std::string> &Failed);

  const std::vector<CodeSetting> Settings;
  LinkedPrograms Training, Validation;
  const TrialContext Context;
  std::vector<Module> Modules;
  std::vector<std::string> Failures;
  InlineValidation LastValidation;
};
} // namespace mlgo
