//===- AllocationTaskOf.h - A task from its advisor's types -----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_ALLOCATIONTASKOF_H
#define MLGO_EVALUATE_REGALLOC_ALLOCATIONTASKOF_H

#include "evaluate/regalloc/AllocationTask.h"

#include "mlgo/model/ModelFile.h"

#include "llvm/IR/Module.h"

#include <optional>
#include <utility>

namespace mlgo {

/// The part that is the same for all tasks. \p Traits has
/// - the types `Decision`, `Observer`, `Config` and `Session` of its advisor;
/// - `Question`, an AllocationQuestion that is made from a Decision;
/// - `static Result<Config> createConfig(Result<Model>, const std::string &)`,
///   under which the model decides, and `static Config stockConfig()`;
/// - `static void install(F)`, which has code generators use the session
///   factory `F`.
template <typename Traits> class AllocationTaskOf : public AllocationTask {
public:
  Result<std::unique_ptr<MLModelRunner>>
  createRunner(Result<Model> M, const std::string &Where) const override {
    auto Config = Traits::createConfig(std::move(M), Where);
    if (!Config)
      return Config.error();
    return std::move(Config->Runner);
  }

  Status decide(const std::string &Policy,
                std::unique_ptr<AllocationWatch> Watch) const override {
    auto Config = configOf(Policy);
    if (!Config)
      return Config.error();
    if (Watch)
      Config->Observers.push_back(std::make_unique<Bridge>(std::move(Watch)));
    next() = std::move(*Config);
    Traits::install(
        {[] { return true; },
         [](llvm::Module &) -> std::unique_ptr<typename Traits::Session> {
           if (!next())
             return nullptr;
           return std::make_unique<typename Traits::Session>(
               *std::exchange(next(), std::nullopt));
         }});
    return Success();
  }

  Result<std::vector<TensorSpec>>
  inputs(const std::string &Policy) const override {
    auto Config = configOf(Policy);
    if (!Config)
      return Config.error();
    return Config->Runner->inputs();
  }

private:
  static Result<typename Traits::Config> configOf(const std::string &Policy) {
    if (Policy.empty())
      return Traits::stockConfig();
    return Traits::createConfig(parseModel(Policy, "policy"), "policy");
  }

  struct Bridge final : Traits::Observer {
    explicit Bridge(std::unique_ptr<AllocationWatch> Watch)
        : Watch(std::move(Watch)) {}

    int64_t onDecision(const typename Traits::Decision &D) override {
      return Watch->onQuestion(typename Traits::Question(D));
    }
    void onFunction(const llvm::MachineFunction &MF) override {
      Watch->onFunction(MF);
    }
    void onAllocated(const llvm::MachineFunction &MF,
                     const AllocationScore &Score) override {
      Watch->onAllocated(MF, Score.total());
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

#endif // MLGO_EVALUATE_REGALLOC_ALLOCATIONTASKOF_H
