//===- EvictionPolicyTrials.cpp - Functions under many policies -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionPolicyTrials.h"

#include "EvictionPolicy.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/ProcessPool.h"

#include <cmath>
#include <cstring>

using namespace llvm;

namespace mlgo {
namespace {

/// For one function and all that forks from it.
constexpr unsigned FunctionSeconds = 120;

using RunnerList = std::vector<std::unique_ptr<MLModelRunner>>;

class PolicyTree final : public RegAllocObserver {
public:
  PolicyTree(RunnerList Runners, std::vector<FunctionScores> &Found)
      : Runners(std::move(Runners)), Found(Found) {}

private:
  /// Policies that choose the same column.
  struct Branch {
    int64_t Column;
    std::vector<size_t> Policies;
  };

  void onFunction(const MachineFunction &MF) override {
    // A function may be allocated in several steps, each with its own advisor.
    if (InFunction)
      return;
    InFunction = true;
    Here.clear();
    for (size_t I = 0; I < Runners.size(); ++I)
      Here.push_back(I);
    Scores.assign(Runners.size(), NAN);
  }

  int64_t choose(MLModelRunner &Runner, const EvictionDecision &D) {
    for (size_t I = 0; I < Runner.inputs().size(); ++I)
      std::memcpy(Runner.getTensorUntyped(I), D.Inputs.getTensorUntyped(I),
                  Runner.inputs()[I].getTotalTensorBufferSize());
    const int64_t Column = Runner.evaluate<int64_t>();
    return Runner.hasAbstained() || !D.isLegal(Column) ? D.StockDecision
                                                       : Column;
  }

  int64_t onDecision(const EvictionDecision &D) override {
    std::vector<Branch> Branches;
    for (const size_t Policy : Here) {
      const int64_t Column = choose(*Runners[Policy], D);
      auto Same = std::find_if(
          Branches.begin(), Branches.end(),
          [&](const Branch &Other) { return Other.Column == Column; });
      if (Same == Branches.end())
        Same = Branches.insert(Same, {Column, {}});
      Same->Policies.push_back(Policy);
    }
    for (size_t I = 1; I < Branches.size(); ++I) {
      Result<ForkedProcess> Forked = forkProcess(FunctionSeconds);
      if (!Forked)
        continue;
      if (Forked->IsChild) {
        Self = *Forked;
        Here = std::move(Branches[I].Policies);
        Scores.assign(Runners.size(), NAN);
        return Branches[I].Column;
      }
      take(awaitChild(*Forked));
    }
    Here = std::move(Branches.front().Policies);
    return Branches.front().Column;
  }

  /// What a fork has found for its policies; of others it knows nothing.
  void take(const TaskOutcome &Outcome) {
    if (!Outcome.Ok || Outcome.Output.size() != Scores.size() * sizeof(double))
      return;
    for (size_t I = 0; I < Scores.size(); ++I) {
      double Score;
      std::memcpy(&Score, Outcome.Output.data() + I * sizeof(double),
                  sizeof(double));
      if (!std::isnan(Score))
        Scores[I] = Score;
    }
  }

  void onAllocated(const MachineFunction &MF,
                   const AllocationScore &Score) override {
    if (!InFunction)
      return;
    InFunction = false;
    for (const size_t Policy : Here)
      Scores[Policy] = Score.total();
    if (Self.IsChild)
      endChild(Self, std::string(reinterpret_cast<const char *>(Scores.data()),
                                 Scores.size() * sizeof(double)));
    FunctionScores F;
    F.Name = MF.getName().str();
    for (const double Each : Scores)
      F.Scores.push_back(std::isnan(Each) ? std::nullopt : std::optional(Each));
    Found.push_back(std::move(F));
  }

  const RunnerList Runners;
  std::vector<FunctionScores> &Found;
  ForkedProcess Self;
  std::vector<size_t> Here;   ///< Policies that this process decides for.
  std::vector<double> Scores; ///< By policy; NaN where none is known.
  bool InFunction = false;
};

} // namespace

Result<std::vector<FunctionScores>>
measurePolicies(EvictionModule &M, const std::vector<std::string> &Policies) {
  RunnerList Runners;
  EvictionConfig Config;
  Config.NeedsStockColumn = true;
  for (const std::string &Bytes : Policies) {
    auto Policy = createEvictionPolicy(parseModel(Bytes, "policy"), "policy");
    if (!Policy)
      return Policy.error();
    if (!Runners.empty() && Policy->Runner->inputs() != Runners[0]->inputs())
      return Error("policies have other inputs than the first");
    Runners.push_back(std::move(Policy->Runner));
  }
  if (Runners.empty())
    return Error("there are no policies");
  // Holds the inputs; what it answers is decided again, with all others.
  auto First = createEvictionPolicy(parseModel(Policies[0], "policy"), "");
  if (!First)
    return First.error();
  Config.Runner = std::move(First->Runner);
  std::vector<FunctionScores> Found;
  Config.Observers.push_back(
      std::make_unique<PolicyTree>(std::move(Runners), Found));
  if (Status Generated = M.generate(std::move(Config)); !Generated)
    return Generated.error();
  return Found;
}

} // namespace mlgo
