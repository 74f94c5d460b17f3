// One allocation that forks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationTree.h"
#include "support/ProcessPool.h"
#include <cmath>
#include <cstring>
#include <numeric>

using namespace llvm;

namespace mlgo {
namespace {
/// What a process may take of a processor for one function.
constexpr unsigned FunctionSeconds = 120;

/// What one process knows of the function that it allocates.
struct TreeState {
  ForkedProcess Self;
  std::vector<size_t> Here;    ///< Candidates that this process answers for.
  std::vector<double> Results; ///< By candidate; NaN where none is known.

  void begin(size_t NumCandidates) {
    Here.resize(NumCandidates);
    std::iota(Here.begin(), Here.end(), size_t(0));
    Results.assign(NumCandidates, NAN);
  }

  /// What a fork has found for its candidates; of others it knows nothing.
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

  /// All of this process' candidates come to \p Result. A fork ends here.
  void finish(double Result) {
    for (const size_t I : Here)
      Results[I] = Result;
    if (Self.IsChild)
      endChild(Self, std::string(reinterpret_cast<const char *>(Results.data()),
                                 Results.size() * sizeof(double)));
  }

  std::vector<std::optional<double>> results() const {
    std::vector<std::optional<double>> Known;
    for (const double Each : Results)
      Known.push_back(std::isnan(Each) ? std::nullopt : std::optional(Each));
    return Known;
  }
};

/// Forks where candidates answer differently.
class Tree final : public AllocationWatch {
public:
  /// Notes scores in \p Found; if that is null, the caller is to finish \p
  /// State when it knows more.
  Tree(AllocationCandidates &All, TreeState &State,
       std::vector<FunctionResults> *Found)
      : All(All), State(State), Found(Found) {}

private:
  /// Candidates that answer the same.
  struct Branch {
    int64_t Answer;
    std::vector<size_t> Members;
  };

  void onFunction(const MachineFunction &MF) override {
    // A function may be allocated in several steps, each with its own advisor.
    if (InFunction)
      return;
    const size_t Count = All.begin(MF.getName().str());
    if (Count == 0)
      return;
    InFunction = true;
    Number = 0;
    State.begin(Count);
  }

  bool needsInputs() const override {
    return !InFunction || All.needsInputs(Number);
  }

  std::vector<Branch> split(const AllocationQuestion &Q) {
    std::vector<Branch> Branches;
    for (const size_t I : State.Here) {
      const int64_t Answer = All.answer(I, Number, Q);
      auto Same = std::find_if(
          Branches.begin(), Branches.end(),
          [&](const Branch &Other) { return Other.Answer == Answer; });
      if (Same == Branches.end())
        Same = Branches.insert(Same, {Answer, {}});
      Same->Members.push_back(I);
    }
    ++Number;
    return Branches;
  }

  int64_t onQuestion(const AllocationQuestion &Q) override {
    if (!InFunction)
      return Q.StockAnswer;
    std::vector<Branch> Branches = split(Q);
    for (size_t I = 1; I < Branches.size(); ++I) {
      Result<ForkedProcess> Forked = forkProcess(0);
      if (!Forked)
        continue;
      if (Forked->IsChild) {
        limitProcessorTime(FunctionSeconds);
        State.Self = *Forked;
        State.Here = std::move(Branches[I].Members);
        State.Results.assign(State.Results.size(), NAN);
        return Branches[I].Answer;
      }
      State.take(awaitChild(*Forked));
    }
    State.Here = std::move(Branches.front().Members);
    return Branches.front().Answer;
  }

  void onAllocated(const MachineFunction &MF, const MachineBlockFrequencyInfo &,
                   double Score) override {
    if (InFunction && Found) {
      State.finish(Score);
      Found->push_back({MF.getName().str(), State.results()});
    }
    InFunction = false;
  }

  AllocationCandidates &All;
  TreeState &State;
  std::vector<FunctionResults> *const Found;
  bool InFunction = false;
  uint64_t Number = 0; ///< The function's next question.
};
} // namespace

Result<std::vector<FunctionResults>>
allocateForScores(AllocationModule &M, const AllocationTask &Task,
                  const std::string &Policy, AllocationCandidates &All) {
  TreeState State;
  std::vector<FunctionResults> Found;
  MLGO_TRY(
      M.generate(Task, Policy, std::make_unique<Tree>(All, State, &Found)));
  return Found;
}

Result<FunctionResults>
allocateForSize(AllocationModule &M, const AllocationTask &Task,
                const std::string &Policy, AllocationCandidates &All,
                const std::string &Function, size_t Count) {
  TreeState State;
  State.begin(Count);
  auto Size =
      M.generate(Task, Policy, std::make_unique<Tree>(All, State, nullptr));
  // A fork is not to go on as if it were the process that asked.
  if (!Size && State.Self.IsChild)
    endChild(State.Self, "");
  if (!Size)
    return Size.error();
  State.finish(static_cast<double>(*Size));
  return FunctionResults{Function, State.results()};
}
} // namespace mlgo
