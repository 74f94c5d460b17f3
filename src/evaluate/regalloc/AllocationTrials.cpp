// Functions allocated in many ways
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationTree.h"
#include "mlgo/model/ModelFile.h"
#include <cstring>

using namespace llvm;

namespace mlgo {
namespace {
/// Policies, in one function or in all.
class PolicyCandidates final : public AllocationCandidates {
public:
  std::vector<std::unique_ptr<MLModelRunner>> Runners;
  std::optional<std::string> Only;

  Status load(const AllocationTask &Task,
              const std::vector<std::string> &Policies) {
    for (const std::string &Bytes : Policies) {
      auto Runner =
          MLGO_TRY(Task.createRunner(parseModel(Bytes, "policy"), "policy"));
      if (!Runners.empty() && Runner->inputs() != Runners[0]->inputs())
        return Error("policies have other inputs than the first");
      Runners.push_back(std::move(Runner));
    }
    if (Runners.empty())
      return Error("there are no policies");
    return Success();
  }

private:
  size_t begin(const std::string &Function) override {
    return !Only || *Only == Function ? Runners.size() : 0;
  }

  int64_t answer(size_t I, uint64_t, const AllocationQuestion &Q) override {
    MLModelRunner &Runner = *Runners[I];
    for (size_t Input = 0; Input < Runner.inputs().size(); ++Input)
      std::memcpy(Runner.getTensorUntyped(Input),
                  Q.Inputs.getTensorUntyped(Input),
                  Runner.inputs()[Input].getTotalTensorBufferSize());
    return Q.ask(Runner);
  }
};

/// The base of a replay, which is candidate 0, and its moves.
class ReplayCandidates final : public AllocationCandidates {
public:
  explicit ReplayCandidates(const std::map<std::string, FunctionReplay> &All)
      : All(All) {}

  /// Questions that the base has met, by function. It stays in the process that
  /// all others fork from.
  std::map<std::string, std::vector<ReplayedQuestion>> Questions;

private:
  size_t begin(const std::string &Function) override {
    const auto Known = All.find(Function);
    if (Known == All.end())
      return 0;
    Current = &Known->second;
    Met = &Questions[Function];
    return 1 + Current->Moves.size();
  }

  bool needsInputs(uint64_t Number) const override {
    const std::vector<uint64_t> &At = Current->InputsAt;
    return std::find(At.begin(), At.end(), Number) != At.end();
  }

  static const int64_t *find(const DecisionMap &In, uint64_t Number) {
    const auto Known = In.find(Number);
    return Known == In.end() ? nullptr : &Known->second;
  }

  int64_t answer(size_t I, uint64_t Number,
                 const AllocationQuestion &Q) override {
    const int64_t *Decision = I ? find(Current->Moves[I - 1], Number) : nullptr;
    if (!Decision)
      Decision = find(Current->Base, Number);
    const bool Decides = Decision && *Decision >= 0 && *Decision < 64 &&
                         (Q.choices() >> *Decision & 1);
    if (I == 0)
      note(Number, Decides ? *Decision : Q.decision(), Q);
    return Decides ? Q.answerOf(*Decision) : Q.Answer;
  }

  void note(uint64_t Number, int64_t Decision, const AllocationQuestion &Q) {
    ReplayedQuestion New{Decision, Q.choices(), {}};
    if (needsInputs(Number))
      for (size_t I = 0; I < Q.Inputs.inputs().size(); ++I) {
        const char *Data = static_cast<char *>(Q.Inputs.getTensorUntyped(I));
        New.Inputs.emplace_back(
            Data, Data + Q.Inputs.inputs()[I].getTotalTensorBufferSize());
      }
    Met->push_back(std::move(New));
  }

  const std::map<std::string, FunctionReplay> &All;
  const FunctionReplay *Current = nullptr;
  std::vector<ReplayedQuestion> *Met = nullptr;
};

class Meter final : public AllocationWatch {
public:
  explicit Meter(std::vector<FunctionAllocation> &Found) : Found(Found) {}

private:
  int64_t onQuestion(const AllocationQuestion &Q) override {
    ++Questions;
    return Q.Answer;
  }
  void onAllocated(const MachineFunction &MF, const MachineBlockFrequencyInfo &,
                   double Score) override {
    Found.push_back({MF.getName().str(), Questions, Score});
    Questions = 0;
  }
  bool needsInputs() const override { return false; }

  std::vector<FunctionAllocation> &Found;
  uint64_t Questions = 0;
};
} // namespace

Result<std::vector<FunctionAllocation>>
measureAllocations(AllocationModule &M, const AllocationTask &Task,
                   const std::string &Policy) {
  std::vector<FunctionAllocation> Found;
  MLGO_TRY(M.generate(Task, Policy, std::make_unique<Meter>(Found)));
  return Found;
}

Result<std::vector<FunctionResults>>
measurePolicies(AllocationModule &M, const AllocationTask &Task,
                const std::vector<std::string> &Policies) {
  PolicyCandidates All;
  MLGO_TRY(All.load(Task, Policies));
  // What the first answers is answered again, with all others.
  return allocateForScores(M, Task, Policies[0], All);
}

Result<FunctionResults> measureSizes(AllocationModule &M,
                                     const AllocationTask &Task,
                                     const std::string &Function,
                                     const std::vector<std::string> &Policies) {
  PolicyCandidates All;
  MLGO_TRY(All.load(Task, Policies));
  All.Only = Function;
  return allocateForSize(M, Task, Policies[0], All, Function, Policies.size());
}

Result<std::vector<ReplayedFunction>>
replayAllocations(AllocationModule &M, const AllocationTask &Task,
                  AllocationGoal Goal, const std::string &Policy,
                  const std::map<std::string, FunctionReplay> &Replays) {
  ReplayCandidates All(Replays);
  std::vector<FunctionResults> Found;
  if (Goal != AllocationGoal::Size) {
    Found = MLGO_TRY(allocateForScores(M, Task, Policy, All));
  } else if (!Replays.empty()) {
    const auto &[Name, Replay] = *Replays.begin();
    Found.push_back(MLGO_TRY(
        allocateForSize(M, Task, Policy, All, Name, 1 + Replay.Moves.size())));
  }
  std::vector<ReplayedFunction> Replayed;
  for (FunctionResults &F : Found)
    Replayed.push_back({F.Name,
                        F.Results[0],
                        {F.Results.begin() + 1, F.Results.end()},
                        std::move(All.Questions[F.Name])});
  return Replayed;
}
} // namespace mlgo
