// What policies gain in functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/ObjectiveTrials.h"
#include "evaluate/regalloc/AllocationWork.h"
#include "evolve/TrainingConfig.h"

namespace mlgo {
/// Rewards a task of the register allocator for low scores or few bytes of
/// functions. A model's reward is the mean gain over the functions that have
/// something to decide, weighted as AllocationGains says. Modules are drawn by
/// the share of their package's bitcode, from all packages alike. Validation
/// gives the same in per cent.
class AllocationGainTrials final : public ObjectiveTrials {
public:
  /// \p Context is of workers that make trials.
  static Result<std::unique_ptr<ObjectiveTrials>>
  create(const TrainingConfig &Config, const AllocationTask &Task,
         AllocationGoal Goal, TrialContext Context);

  uint64_t batchStream() const override { return 0x6576696374696f6e; }
  Result<Rewards> measure(const std::vector<std::string> &Models,
                          const std::vector<size_t> &Modules) override;
  Result<std::optional<double>>
  validate(const std::string &Model,
           const std::vector<size_t> &Modules) override;
  const std::vector<Module> &modules() const override { return Modules; }
  Description describe() const override;

private:
  AllocationGainTrials(AllocationSetting Setting, TrialContext Context)
      : Setting(std::move(Setting)), Context(Context) {}

  void addModules(const std::vector<CorpusModule> &Added,
                  const std::string &Profiles);

  const AllocationSetting Setting;
  const TrialContext Context;
  std::vector<CorpusModule> Corpus; ///< By module.
  std::vector<bool> HidesProfile;   ///< By module; see CodeSetting.
  size_t NumTraining = 0;
  std::vector<Module> Modules;
};
} // namespace mlgo
