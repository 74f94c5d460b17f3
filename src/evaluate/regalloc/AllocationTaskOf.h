// A task from its advisor's types
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationSession.h"
#include "evaluate/regalloc/AllocationTask.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/runner/RunnerFactory.h"

namespace mlgo {
/// The part that is the same for all tasks. \p Traits has
/// - the types `Decision` and `Config` of its advisor;
/// - `Question`, an AllocationQuestion that is made from a Decision;
/// - `static PolicySpec policySpec()`, what policies are, and
/// - `install`, which has code generators use a session factory.
template <typename Traits> class AllocationTaskOf : public AllocationTask {
public:
  Result<std::unique_ptr<MLModelRunner>>
  createRunner(Result<Model> M, const std::string &Where) const override {
    return createPolicyRunner(Traits::policySpec(), std::move(M), Where);
  }

  Status decide(const std::string &Policy,
                std::unique_ptr<AllocationWatch> Watch) const override {
    auto Config = MLGO_TRY(configOf(Policy));
    if (Watch)
      Config.Observers.push_back(std::make_unique<Bridge>(std::move(Watch)));
    next() = std::move(Config);
    Traits::install({[] { return true; },
                     [](llvm::Module &) -> std::unique_ptr<Session> {
                       if (!next())
                         return nullptr;
                       return std::make_unique<Session>(
                           *std::exchange(next(), std::nullopt));
                     }});
    return Success();
  }

  Result<std::vector<TensorSpec>>
  inputs(const std::string &Policy) const override {
    auto Config = MLGO_TRY(configOf(Policy));
    return Config.Runner->inputs();
  }

private:
  using Session = AllocationSession<typename Traits::Config>;

  static Result<typename Traits::Config> configOf(const std::string &Policy) {
    typename Traits::Config Config;
    const PolicySpec Spec = Traits::policySpec();
    Config.UseStockDecision = Policy.empty();
    // Trials judge what a policy says; the plugin's guard stands above it.
    Config.GuardHot = false;
    if (Policy.empty()) {
      Config.Runner = std::make_unique<NoInferenceModelRunner>(
          Spec.Inputs(RunnerMode::Release, nullptr));
      return Config;
    }
    Config.Runner = MLGO_TRY(
        createPolicyRunner(Spec, parseModel(Policy, "policy"), "policy"));
    return Config;
  }

  struct Bridge final : AllocationObserver<typename Traits::Decision> {
    explicit Bridge(std::unique_ptr<AllocationWatch> Watch)
        : Watch(std::move(Watch)) {}

    int64_t onDecision(const typename Traits::Decision &D) override {
      return Watch->onQuestion(typename Traits::Question(D));
    }
    void onFunction(const llvm::MachineFunction &MF) override {
      Watch->onFunction(MF);
    }
    void onAllocated(const llvm::MachineFunction &MF,
                     const llvm::MachineBlockFrequencyInfo &MBFI,
                     const AllocationScore &Score) override {
      Watch->onAllocated(MF, MBFI, Score.total());
    }
    bool needsInputs() const override { return Watch->needsInputs(); }

    const std::unique_ptr<AllocationWatch> Watch;
  };

  /// What the code generator is about to ask for; factories are plain
  /// functions.
  static std::optional<typename Traits::Config> &next() {
    static std::optional<typename Traits::Config> Next;
    return Next;
  }
};
} // namespace mlgo
