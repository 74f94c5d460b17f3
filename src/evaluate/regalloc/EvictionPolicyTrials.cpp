//===- EvictionPolicyTrials.cpp - Functions under many policies -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionPolicyTrials.h"

#include "EvictionPolicy.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/ProcessPool.h"

#include <cmath>
#include <cstring>
#include <numeric>

using namespace llvm;

namespace mlgo {
namespace {

/// For one function and all that forks from it.
constexpr unsigned FunctionSeconds = 120;

using RunnerList = std::vector<std::unique_ptr<MLModelRunner>>;

/// What one process knows of the function that policies are tried in.
struct TreeState {
  ForkedProcess Self;
  std::vector<size_t> Here;    ///< Policies that this process decides for.
  std::vector<double> Results; ///< By policy; NaN where none is known.

  void begin(size_t NumPolicies) {
    Here.resize(NumPolicies);
    std::iota(Here.begin(), Here.end(), size_t(0));
    Results.assign(NumPolicies, NAN);
  }

  /// What a fork has found for its policies; of others it knows nothing.
  void take(const TaskOutcome &Outcome) {
    if (!Outcome.Ok || Outcome.Output.size() != Results.size() * sizeof(double))
      return;
    for (size_t I = 0; I < Results.size(); ++I) {
      double Each;
      std::memcpy(&Each, Outcome.Output.data() + I * sizeof(double),
                  sizeof(double));
      if (!std::isnan(Each))
        Results[I] = Each;
    }
  }

  /// All of this process' policies come to \p Result. A fork ends here.
  void finish(double Result) {
    for (const size_t Policy : Here)
      Results[Policy] = Result;
    if (Self.IsChild)
      endChild(Self, std::string(reinterpret_cast<const char *>(Results.data()),
                                 Results.size() * sizeof(double)));
  }
};

/// Forks where policies choose differently. Who makes it says what becomes of
/// the function that a process has allocated.
class PolicyTree : public RegAllocObserver {
public:
  PolicyTree(RunnerList Runners, TreeState &State)
      : Runners(std::move(Runners)), State(State) {}

protected:
  virtual bool isWanted(const MachineFunction &MF) const = 0;
  virtual void onResult(const MachineFunction &MF,
                        const AllocationScore &Score) = 0;

private:
  /// Policies that choose the same column.
  struct Branch {
    int64_t Column;
    std::vector<size_t> Policies;
  };

  void onFunction(const MachineFunction &MF) override {
    // A function may be allocated in several steps, each with its own advisor.
    if (InFunction || !isWanted(MF))
      return;
    InFunction = true;
    State.begin(Runners.size());
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
    if (!InFunction)
      return D.StockDecision;
    std::vector<Branch> Branches;
    for (const size_t Policy : State.Here) {
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
        State.Self = *Forked;
        State.Here = std::move(Branches[I].Policies);
        State.Results.assign(Runners.size(), NAN);
        return Branches[I].Column;
      }
      State.take(awaitChild(*Forked));
    }
    State.Here = std::move(Branches.front().Policies);
    return Branches.front().Column;
  }

  void onAllocated(const MachineFunction &MF,
                   const AllocationScore &Score) override {
    if (InFunction)
      onResult(MF, Score);
    InFunction = false;
  }

  const RunnerList Runners;
  bool InFunction = false;

protected:
  TreeState &State;
};

class ScoreTree final : public PolicyTree {
public:
  ScoreTree(RunnerList Runners, TreeState &State,
            std::vector<FunctionScores> &Found)
      : PolicyTree(std::move(Runners), State), Found(Found) {}

private:
  bool isWanted(const MachineFunction &) const override { return true; }

  void onResult(const MachineFunction &MF,
                const AllocationScore &Score) override {
    State.finish(Score.total());
    FunctionScores F;
    F.Name = MF.getName().str();
    for (const double Each : State.Results)
      F.Scores.push_back(std::isnan(Each) ? std::nullopt : std::optional(Each));
    Found.push_back(std::move(F));
  }

  std::vector<FunctionScores> &Found;
};

/// Of one function; how large it has become is known when all is generated.
class SizeTree final : public PolicyTree {
public:
  SizeTree(RunnerList Runners, TreeState &State, std::string Function)
      : PolicyTree(std::move(Runners), State), Function(std::move(Function)) {}

private:
  bool isWanted(const MachineFunction &MF) const override {
    return MF.getName() == Function;
  }
  void onResult(const MachineFunction &, const AllocationScore &) override {}

  const std::string Function;
};

/// Runners of \p Policies, and in \p Config one that holds the inputs; what it
/// answers is decided again, with all others.
Result<RunnerList> loadPolicies(const std::vector<std::string> &Policies,
                                EvictionConfig &Config) {
  const PolicySpec Spec = getEvictionPolicySpec();
  RunnerList Runners;
  for (const std::string &Bytes : Policies) {
    auto Policy =
        createPolicyRunner(Spec, parseModel(Bytes, "policy"), "policy");
    if (!Policy)
      return Policy.error();
    if (!Runners.empty() && (*Policy)->inputs() != Runners[0]->inputs())
      return Error("policies have other inputs than the first");
    Runners.push_back(std::move(*Policy));
  }
  if (Runners.empty())
    return Error("there are no policies");
  auto First = createPolicyRunner(Spec, parseModel(Policies[0], "policy"), "");
  if (!First)
    return First.error();
  Config.Runner = std::move(*First);
  Config.NeedsStockDecision = true;
  return Runners;
}

} // namespace

Result<std::vector<FunctionScores>>
measurePolicies(EvictionModule &M, const std::vector<std::string> &Policies) {
  EvictionConfig Config;
  Result<RunnerList> Runners = loadPolicies(Policies, Config);
  if (!Runners)
    return Runners.error();
  TreeState State;
  std::vector<FunctionScores> Found;
  Config.Observers.push_back(
      std::make_unique<ScoreTree>(std::move(*Runners), State, Found));
  if (auto Generated = M.generate(std::move(Config)); !Generated)
    return Generated.error();
  return Found;
}

Result<std::vector<std::optional<uint64_t>>>
measureSizes(EvictionModule &M, const std::string &Function,
             const std::vector<std::string> &Policies) {
  EvictionConfig Config;
  Result<RunnerList> Runners = loadPolicies(Policies, Config);
  if (!Runners)
    return Runners.error();
  TreeState State;
  State.begin(Policies.size());
  Config.Observers.push_back(
      std::make_unique<SizeTree>(std::move(*Runners), State, Function));
  auto Size = M.generate(std::move(Config));
  // A fork is not to go on as if it were the process that asked.
  if (!Size && State.Self.IsChild)
    endChild(State.Self, "");
  if (!Size)
    return Size.error();
  State.finish(static_cast<double>(*Size));
  std::vector<std::optional<uint64_t>> Sizes;
  for (const double Each : State.Results)
    Sizes.push_back(std::isnan(Each)
                        ? std::nullopt
                        : std::optional(static_cast<uint64_t>(Each)));
  return Sizes;
}

} // namespace mlgo
