// Allocations as items of work
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationWork.h"
#include "compile/Profile.h"
#include "evaluate/MeasuredCorpus.h"
#include "evaluate/regalloc/AllocationParts.h"
#include "mlgo/model/ExactMath.h"
#include "workers/StartWorkers.h"
#include <cmath>

namespace mlgo {
namespace {
/// A function's allocation is chaotic: what one of them wins or loses by chance
/// is not to outweigh what many do by rule.
constexpr double MaxGain = 0.5;

/// Most of what takes cycles is not the allocator's.
constexpr double MaxCycleGain = 0.1;

using Models = std::vector<std::string>;

class AllocationTrialsOf final : public ReadyModule {
public:
  AllocationTrialsOf(std::shared_ptr<const AllocationTask> Tried,
                     AllocationGoal Goal, TrialPlace ThePlace)
      : Tried(std::move(Tried)), Task(*this->Tried), Goal(Goal),
        Place(std::move(ThePlace)) {}

private:
  bool isLarge() const override { return false; }

  Result<std::string> answer(const TrialsShared &Shared,
                             std::string_view Asked) override {
    AllocationRequest Request;
    Models Candidates;
    if (!fromBytes(Asked, Request) || !fromBytes(Shared.Bytes, Candidates) ||
        Candidates.empty())
      return Error("this is no request for trials of allocations");
    if (Request.Kind == AllocationRequest::Whole)
      return encode(inAllocationFork<std::vector<Functions>>(
          [&] { return measureWhole(Candidates); }));
    if (!Parts)
      Parts = splitForAllocation(Task, Goal, Place);
    if (!*Parts)
      return Parts->error();
    return Request.Kind == AllocationRequest::Replay
               ? encode(replay(Candidates[0], Request))
               : encode(measureGains(Candidates));
  }

  template <typename T> static Result<std::string> encode(const Result<T> &R) {
    return R ? Result<std::string>(toBytes(*R)) : R.error();
  }

  Result<AllocationGains> measureGains(const Models &Candidates) const {
    AllocationGains All;
    All.Gains.assign(Candidates.size(), 0.0);
    for (const AllocationPart &P : **Parts) {
      for (const auto &[Name, Stock] : P.Stock)
        All.Weight += weigh(P, Stock);
      auto Found = MLGO_TRY(inAllocationFork<OptionalGains>(
          [&] { return measure(P, Candidates); }));
      Found.resize(Candidates.size());
      for (size_t I = 0; I < Found.size(); ++I)
        if (!Found[I])
          All.Gains[I].reset();
        else if (All.Gains[I])
          *All.Gains[I] += *Found[I];
    }
    return All;
  }

  using Replayed = std::vector<ReplayedFunction>;

  Result<Replayed> replay(const std::string &Policy,
                          const AllocationRequest &Asked) const {
    std::map<size_t, ReplayedFunction> InOrder;
    for (const AllocationPart &P : **Parts) {
      std::map<std::string, FunctionReplay> Own;
      for (const auto &[Name, Unused] : P.Places)
        if (auto Known = Asked.Replays.find(Name); Known != Asked.Replays.end())
          Own.insert(*Known);
        else if (Asked.All)
          Own.emplace(Name, FunctionReplay());
      if (Own.empty())
        continue;
      auto Found =
          MLGO_TRY(inAllocationFork<Replayed>([&]() -> Result<Replayed> {
            auto M = MLGO_TRY(AllocationModule::fromBitcode(P.Bitcode));
            return replayAllocations(*M, Task, Goal, Policy, Own);
          }));
      for (ReplayedFunction &F : Found) {
        const size_t At = P.Places.at(F.Name);
        InOrder[At] = std::move(F);
      }
    }
    Replayed Sorted;
    for (auto &[At, F] : InOrder)
      Sorted.push_back(std::move(F));
    return Sorted;
  }

  using Functions = std::vector<FunctionAllocation>;

  /// In a fork, like all others.
  Result<std::vector<Functions>> measureWhole(const Models &Candidates) const {
    auto M = MLGO_TRY(AllocationModule::load(Place.Path, Place.Setting));
    std::vector<Functions> All;
    for (const std::string &Model : Candidates) {
      All.push_back(
          MLGO_TRY(inAllocationFork<Functions>([&]() -> Result<Functions> {
            if (Goal != AllocationGoal::Size)
              return measureAllocations(*M, Task, Model);
            auto Size = MLGO_TRY(M->generate(Task, Model));
            return Functions{{"", 1, static_cast<double>(Size)}};
          })));
    }
    return All;
  }

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
           const Models &Candidates) const {
    if (Goal != AllocationGoal::Size)
      return measurePolicies(M, Task, Candidates);
    auto Only =
        MLGO_TRY(measureSizes(M, Task, P.Stock.begin()->first, Candidates));
    return std::vector<FunctionResults>{std::move(Only)};
  }

  using OptionalGains = std::vector<std::optional<double>>;

  Result<OptionalGains> measure(const AllocationPart &P,
                                const Models &Candidates) const {
    auto M = MLGO_TRY(AllocationModule::fromBitcode(P.Bitcode));
    auto Found = MLGO_TRY(allocate(*M, P, Candidates));
    OptionalGains Sums(Candidates.size(), 0.0);
    for (const FunctionResults &F : Found) {
      auto Stock = P.Stock.find(F.Name);
      if (Stock == P.Stock.end())
        continue;
      for (size_t I = 0; I < Candidates.size(); ++I)
        if (!F.Results[I])
          Sums[I].reset();
        else if (Sums[I])
          *Sums[I] +=
              weigh(P, Stock->second) * gain(Stock->second, *F.Results[I]);
    }
    return Sums;
  }

  const std::shared_ptr<const AllocationTask> Tried;
  const AllocationTask &Task;
  const AllocationGoal Goal;
  const TrialPlace Place;
  /// What has failed once fails again.
  std::optional<Result<std::vector<AllocationPart>>> Parts;
};
} // namespace

Result<std::unique_ptr<ReadyModule>>
prepareAllocationTrials(const TrialPlace &At) {
  // Modules share the models that decide beside.
  static std::map<std::string, std::shared_ptr<const AllocationTask>> Known;
  uint8_t Goal = 0;
  AllocationCompanions Companions;
  const AllocationTask *Task = findAllocationTask(At.Task);
  if (!Task || !fromBytes(At.Means, Goal, Companions) ||
      Goal > static_cast<uint8_t>(AllocationGoal::Cycles))
    return Error("this is no request for trials of allocations");
  auto &Tried = Known[At.Task + '\n' + At.Means];
  if (!Tried)
    Tried = makeAccompanied(*Task, std::move(Companions));
  return std::unique_ptr<ReadyModule>(std::make_unique<AllocationTrialsOf>(
      Tried, static_cast<AllocationGoal>(Goal), At));
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

TrialRequest allocationTrials(const AllocationSetting &Setting,
                              const CorpusModule &Module,
                              const AllocationRequest &Asked) {
  TrialRequest Request;
  Request.At = {
      Setting.Task, Module.Path, Setting.Code,
      toBytes(static_cast<uint8_t>(Setting.Goal), Setting.Companions)};
  std::string &Profile = Request.At.Setting.Profile;
  if (Setting.Goal == AllocationGoal::Cycles && Profile.empty())
    Profile = profilePathIn(Module.Corpus);
  Request.Asked = toBytes(Asked);
  return Request;
}
} // namespace mlgo
