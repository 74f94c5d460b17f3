//===- AllocationWork.cpp - Allocations as items of work ------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/AllocationWork.h"

#include "corpus/CorpusPrograms.h"
#include "evaluate/MeasuredCorpus.h"
#include "evaluate/regalloc/AllocationParts.h"
#include "mlgo/model/ExactMath.h"
#include "support/Archive.h"
#include "workers/StartWorkers.h"
#include "llvm/Profile.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace mlgo {

template <typename ArchiveT> void serialize(ArchiveT &A, AllocationSetting &S) {
  auto Goal = static_cast<uint8_t>(S.Goal);
  A(S.Task, Goal, S.Companions, S.Code);
  S.Goal = Goal <= static_cast<uint8_t>(AllocationGoal::Cycles)
               ? static_cast<AllocationGoal>(Goal)
               : AllocationGoal::Score;
}
template <typename ArchiveT> void serialize(ArchiveT &A, FunctionReplay &R) {
  A(R.Base, R.Moves, R.InputsAt);
}
template <typename ArchiveT> void serialize(ArchiveT &A, ReplayedQuestion &Q) {
  A(Q.Decision, Q.Choices, Q.Inputs);
}
template <typename ArchiveT> void serialize(ArchiveT &A, ReplayedFunction &F) {
  A(F.Name, F.Result, F.Moves, F.Questions);
}
template <typename ArchiveT>
void serialize(ArchiveT &A, FunctionAllocation &F) {
  A(F.Name, F.Questions, F.Score);
}

namespace {

/// What is asked for.
using RequestKind = uint8_t;
constexpr RequestKind Gains = 0, Replay = 1, Whole = 2;

/// A function's allocation is chaotic: what one of them wins or loses by chance
/// is not to outweigh what many do by rule.
constexpr double MaxGain = 0.5;

/// Most of what takes cycles is not the allocator's.
constexpr double MaxCycleGain = 0.1;

using OptionalGains = std::vector<std::optional<double>>;

Error damaged() { return Error("the answer to a trial is damaged"); }

/// The modules of one setting.
class AllocationTrialsOf {
public:
  AllocationTrialsOf(const AllocationTask &Tried, AllocationSetting Setting)
      : Accompanied(makeAccompanied(Tried, std::move(Setting.Companions))),
        Task(*Accompanied), Goal(Setting.Goal), Code(Setting.Code),
        Modules(Task, Goal, Code) {}

  Result<std::string> measureGains(const std::vector<std::string> &Models,
                                   const std::string &Path) {
    auto Parts = MLGO_TRY(Modules.prepare(Path));
    double Weight = 0;
    OptionalGains Sums(Models.size(), 0.0);
    for (const AllocationPart &P : *Parts) {
      for (const auto &[Name, Stock] : P.Stock)
        Weight += weigh(P, Stock);
      auto Found = inAllocationFork([&] { return measure(P, Models); });
      OptionalGains Gains;
      if (!Found)
        return Found.error();
      if (!fromBytes(*Found, Gains) || Gains.size() != Sums.size())
        return damaged();
      for (size_t I = 0; I < Sums.size(); ++I)
        if (!Gains[I])
          Sums[I].reset();
        else if (Sums[I])
          *Sums[I] += *Gains[I];
    }
    return toBytes(Weight, Sums);
  }

  Result<std::string>
  replay(const std::string &Policy, const std::string &Path,
         const std::map<std::string, FunctionReplay> &Replays, bool All) {
    auto Parts = MLGO_TRY(Modules.prepare(Path));
    std::map<size_t, ReplayedFunction> InOrder;
    for (const AllocationPart &P : *Parts) {
      std::map<std::string, FunctionReplay> Own;
      for (const auto &[Name, Place] : P.Places)
        if (auto Known = Replays.find(Name); Known != Replays.end())
          Own.insert(*Known);
        else if (All)
          Own.emplace(Name, FunctionReplay());
      if (Own.empty())
        continue;
      auto Found = MLGO_TRY(inAllocationFork([&]() -> Result<std::string> {
        auto M = MLGO_TRY(AllocationModule::fromBitcode(P.Bitcode));
        auto Replayed =
            MLGO_TRY(replayAllocations(*M, Task, Goal, Policy, Own));
        return toBytes(Replayed);
      }));
      std::vector<ReplayedFunction> Replayed;
      if (!fromBytes(Found, Replayed))
        return damaged();
      for (ReplayedFunction &F : Replayed) {
        const size_t At = P.Places.at(F.Name);
        InOrder[At] = std::move(F);
      }
    }
    std::vector<ReplayedFunction> Sorted;
    for (auto &[Place, F] : InOrder)
      Sorted.push_back(std::move(F));
    return toBytes(Sorted);
  }

  /// In a fork, like all others.
  Result<std::string> measureWhole(const std::vector<std::string> &Models,
                                   const std::string &Path) const {
    auto M = MLGO_TRY(AllocationModule::load(Path, Code));
    std::vector<std::vector<FunctionAllocation>> All;
    for (const std::string &Model : Models) {
      auto Found = MLGO_TRY(inAllocationFork([&]() -> Result<std::string> {
        std::vector<FunctionAllocation> Functions;
        if (Goal == AllocationGoal::Size) {
          auto Size = MLGO_TRY(M->generate(Task, Model));
          Functions.push_back({"", 1, static_cast<double>(Size)});
        } else {
          Functions = MLGO_TRY(measureAllocations(*M, Task, Model));
        }
        return toBytes(Functions);
      }));
      if (!fromBytes(Found, All.emplace_back()))
        return damaged();
    }
    return toBytes(All);
  }

private:
  double weigh(const AllocationPart &P, double Stock) const {
    if (Goal == AllocationGoal::Size)
      return Stock;
    if (Goal == AllocationGoal::Cycles)
      return std::sqrt(Stock / static_cast<double>(1 + P.ProgramBlocks));
    const double Log = exactLog(1 + Stock);
    return Log * Log;
  }

  double gain(double Stock, double Score) const {
    if (Goal == AllocationGoal::Size)
      return 1 - Score / Stock;
    const double Most = Goal == AllocationGoal::Cycles ? MaxCycleGain : MaxGain;
    return std::clamp(-exactLog(Score / Stock), -Most, Most);
  }

  /// Scores or bytes under all candidates.
  Result<std::vector<FunctionResults>>
  allocate(AllocationModule &M, const AllocationPart &P,
           const std::vector<std::string> &Models) const {
    if (Goal != AllocationGoal::Size)
      return measurePolicies(M, Task, Models);
    auto Only = MLGO_TRY(measureSizes(M, Task, P.Stock.begin()->first, Models));
    return std::vector<FunctionResults>{std::move(Only)};
  }

  Result<std::string> measure(const AllocationPart &P,
                              const std::vector<std::string> &Models) const {
    auto M = MLGO_TRY(AllocationModule::fromBitcode(P.Bitcode));
    auto Found = MLGO_TRY(allocate(*M, P, Models));
    OptionalGains Sums(Models.size(), 0.0);
    for (const FunctionResults &F : Found) {
      auto Stock = P.Stock.find(F.Name);
      if (Stock == P.Stock.end())
        continue;
      for (size_t I = 0; I < Models.size(); ++I)
        if (!F.Results[I])
          Sums[I].reset();
        else if (Sums[I])
          *Sums[I] +=
              weigh(P, Stock->second) * gain(Stock->second, *F.Results[I]);
    }
    return toBytes(Sums);
  }

  const std::unique_ptr<const AllocationTask> Accompanied;
  const AllocationTask &Task;
  const AllocationGoal Goal;
  const CodeSetting Code;
  AllocationParts Modules;
};

using TrialsBySetting = std::map<std::string, AllocationTrialsOf>;

Result<std::string> answer(TrialsBySetting &Known, std::string_view Shared,
                           std::string_view Request) {
  const Error Broken("this is no request for trials of allocations");
  std::vector<std::string> Models;
  InputArchive In(Request);
  AllocationSetting Setting;
  std::string Path;
  RequestKind Kind = Gains;
  std::map<std::string, FunctionReplay> Replays;
  bool All = false;
  In(Kind, Setting, Path);
  if (Kind == Replay)
    In(Replays, All);
  const AllocationTask *Task = findAllocationTask(Setting.Task);
  if (!fromBytes(Shared, Models) || Models.empty() || !In.atEnd() || !Task)
    return Broken;
  AllocationTrialsOf &Trials =
      Known.try_emplace(toBytes(Setting), *Task, Setting).first->second;
  switch (Kind) {
  case Gains:
    return Trials.measureGains(Models, Path);
  case Replay:
    return Trials.replay(Models[0], Path, Replays, All);
  case Whole:
    return inAllocationFork([&] { return Trials.measureWhole(Models, Path); });
  }
  return Broken;
}

} // namespace

WorkFunctionMaker makeAllocationTrialWork() {
  return []() -> WorkFunction {
    auto Known = std::make_shared<TrialsBySetting>();
    return [Known](std::string_view Shared, std::string_view Request) {
      return answer(*Known, Shared, Request);
    };
  };
}

Status checkProfiles(const AllocationSetting &Setting,
                     const std::vector<CorpusModule> &Modules) {
  const std::string &Profile = Setting.Code.Profile;
  if (Setting.Goal != AllocationGoal::Cycles)
    return Profile.empty() ? Success()
                           : Status(Error(Profile + ": only the objective "
                                                    "cycles needs a profile"));
  if (!Profile.empty()) {
    MLGO_TRY(readProfile(Profile));
    return Success();
  }
  std::set<std::string> Corpora;
  for (const CorpusModule &M : Modules)
    Corpora.insert(M.Corpus);
  for (const std::string &Corpus : Corpora)
    MLGO_TRY(profileOf(Corpus));
  return Success();
}

/// \p Setting for \p Module, and where it is.
static std::string placeOf(AllocationSetting Setting,
                           const CorpusModule &Module) {
  std::string &Profile = Setting.Code.Profile;
  if (Setting.Goal == AllocationGoal::Cycles && Profile.empty())
    Profile = profilePathIn(Module.Corpus);
  return toBytes(Setting, Module.Path);
}

std::string requestGains(const AllocationSetting &Setting,
                         const CorpusModule &Module) {
  return requestOf(AllocationTrialWork,
                   toBytes(Gains) + placeOf(Setting, Module));
}

Result<AllocationGains> readGains(std::string_view Answer,
                                  size_t NumCandidates) {
  AllocationGains Found;
  if (!fromBytes(Answer, Found.Weight, Found.Gains) ||
      Found.Gains.size() != NumCandidates || !std::isfinite(Found.Weight))
    return damaged();
  return Found;
}

std::string requestReplay(const AllocationSetting &Setting,
                          const CorpusModule &Module,
                          const std::map<std::string, FunctionReplay> &Replays,
                          bool All) {
  return requestOf(AllocationTrialWork, toBytes(Replay) +
                                            placeOf(Setting, Module) +
                                            toBytes(Replays, All));
}

Result<std::vector<ReplayedFunction>> readReplay(std::string_view Answer) {
  std::vector<ReplayedFunction> Functions;
  if (!fromBytes(Answer, Functions))
    return damaged();
  return Functions;
}

std::string requestWhole(const AllocationSetting &Setting,
                         const CorpusModule &Module) {
  return requestOf(AllocationTrialWork,
                   toBytes(Whole) + placeOf(Setting, Module));
}

Result<std::vector<std::vector<FunctionAllocation>>>
readWhole(std::string_view Answer) {
  std::vector<std::vector<FunctionAllocation>> All;
  if (!fromBytes(Answer, All))
    return damaged();
  return All;
}

} // namespace mlgo
