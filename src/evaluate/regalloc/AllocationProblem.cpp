// Allocation as a search problem
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationProblem.h"
#include "llvm/Support/xxhash.h"
#include <charconv>

namespace mlgo {
/// Optimising a large module, and many trials in it.
constexpr double ItemSeconds = 6 * 3600;

static uint32_t hashName(const std::string &Name) {
  return static_cast<uint32_t>(llvm::xxh3_64bits(Name));
}

static std::string keyOf(const AllocationProblem::Function &F,
                         uint64_t Number) {
  return F.Key + "\t" + std::to_string(Number);
}

AllocationProblem::AllocationProblem(Worker &Work, AllocationSetting Setting,
                                     std::vector<CorpusModule> Modules,
                                     std::string Policy)
    : Work(Work), Setting(std::move(Setting)), Modules(std::move(Modules)),
      Policy(std::move(Policy)) {}

std::optional<std::pair<size_t, uint64_t>>
AllocationProblem::find(std::string_view Key) const {
  const size_t Tab = Key.rfind('\t');
  if (Tab == Key.npos)
    return std::nullopt;
  const auto Known = FunctionOfKey.find(std::string(Key.substr(0, Tab)));
  uint64_t Number = 0;
  const char *End = Key.data() + Key.size();
  if (Known == FunctionOfKey.end() ||
      std::from_chars(Key.data() + Tab + 1, End, Number).ptr != End)
    return std::nullopt;
  return std::pair(Known->second, Number);
}

/// Replays functions, by module and name, and hands what is found in each
/// module to \p Done.
void AllocationProblem::run(
    const std::map<size_t, std::map<std::string, FunctionReplay>> &Asked,
    bool All,
    const std::function<void(size_t, Result<std::vector<ReplayedFunction>>)>
        &Done) {
  std::vector<TrialRequest> Requests;
  std::vector<size_t> ModuleOf;
  for (const auto &[Module, Replays] : Asked) {
    Requests.push_back(allocationTrials(
        Setting, Modules[Module], {AllocationRequest::Replay, Replays, All}));
    Requests.back().DeadlineSeconds = ItemSeconds;
    ModuleOf.push_back(Module);
  }
  runTrials(
      Work, Requests, toBytes(std::vector<std::string>{Policy}),
      [&](size_t I, Result<std::string> Answer) {
        Done(ModuleOf[I],
             readTrialAnswer<std::vector<ReplayedFunction>>(Answer));
      },
      ShouldStop);
}

/// Allocates all modules without a decision.
Status AllocationProblem::findFunctions() {
  std::map<size_t, std::map<std::string, FunctionReplay>> Asked;
  for (size_t I = 0; I < Modules.size(); ++I)
    Asked[I];
  std::map<size_t, std::vector<ReplayedFunction>> Found;
  size_t Compiled = 0;
  run(Asked, true, [&](size_t Module, auto Answer) {
    if (OnCompiled)
      OnCompiled(++Compiled, Modules.size());
    if (Answer)
      Found[Module] = std::move(*Answer);
    else
      Failures.push_back(Modules[Module].Path + ": " +
                         Answer.error().message());
  });
  if (isStopping())
    return Error("interrupted");
  std::sort(Failures.begin(), Failures.end());
  for (auto &[Module, Replayed] : Found)
    for (ReplayedFunction &R : Replayed) {
      if (!R.Result) {
        Failures.push_back(Modules[Module].Path + ": " + R.Name +
                           ": cannot be allocated");
        continue;
      }
      Function F{R.Name, R.Name, Module, *R.Result, std::move(R.Questions), {}};
      if (FunctionOfKey.count(F.Key))
        F.Key += "@" + Modules[Module].Name;
      // A corpus may list a module twice.
      if (!FunctionOfKey.emplace(F.Key, Functions.size()).second)
        continue;
      FunctionOfName.emplace(std::pair(Module, F.Name), Functions.size());
      Functions.push_back(std::move(F));
    }
  IsKnown = true;
  return Success();
}

/// Allocates functions under other decisions than before.
Status AllocationProblem::replay(std::map<size_t, DecisionMap> Changed) {
  std::map<size_t, std::map<std::string, FunctionReplay>> Asked;
  for (const auto &[I, Base] : Changed)
    Asked[Functions[I].Module][Functions[I].Name].Base = Base;
  std::string Failure;
  run(Asked, false, [&](size_t Module, auto Answer) {
    if (!Answer)
      Failure = Modules[Module].Path + ": " + Answer.error().message();
    else
      for (ReplayedFunction &R : *Answer) {
        const size_t I = FunctionOfName.at({Module, R.Name});
        if (!R.Result)
          continue;
        Functions[I].Result = *R.Result;
        Functions[I].Questions = std::move(R.Questions);
        Functions[I].Known = std::move(Changed.at(I));
        Changed.erase(I);
      }
  });
  if (isStopping())
    return Error("interrupted");
  if (!Failure.empty())
    return Error(Failure);
  if (!Changed.empty())
    return Error(Functions[Changed.begin()->first].Key +
                 ": cannot be allocated");
  return Success();
}

Result<Evaluated> AllocationProblem::evaluate(const Decisions &D) {
  Current.reset();
  if (!IsKnown)
    MLGO_TRY(findFunctions());
  std::map<size_t, DecisionMap> Wanted, Changed;
  for (const auto &[Key, Decision] : D)
    if (const auto At = find(Key))
      Wanted[At->first][At->second] = Decision;
  for (size_t I = 0; I < Functions.size(); ++I)
    if (DecisionMap &Own = Wanted[I]; Own != Functions[I].Known)
      Changed.emplace(I, std::move(Own));
  if (!Changed.empty())
    MLGO_TRY(replay(std::move(Changed)));
  Current = D;
  return collect();
}

Evaluated AllocationProblem::collect() const {
  Evaluated E;
  for (const Function &F : Functions) {
    E.Size += F.Result;
    for (uint64_t I = 0; I < F.Questions.size(); ++I) {
      const ReplayedQuestion &Q = F.Questions[I];
      if (Q.Decision < 0)
        continue;
      std::string Key = keyOf(F, I);
      const uint32_t Own = hashName(Key);
      E.Sites.push_back(
          {std::move(Key), Q.Decision, hashName(F.Key), Own, Q.Choices});
    }
  }
  return E;
}

/// By move: what the functions that it changes come to.
std::vector<std::map<size_t, std::optional<double>>>
AllocationProblem::tryAll(const std::vector<Move> &Moves, bool WithInputs) {
  std::vector<std::map<size_t, std::optional<double>>> Answers(Moves.size());
  std::map<size_t, std::map<std::string, FunctionReplay>> Asked;
  std::map<size_t, std::vector<size_t>> MovesOf; ///< By function.
  for (size_t I = 0; I < Moves.size(); ++I) {
    std::map<size_t, DecisionMap> Split;
    for (const auto &[Key, Decision] : Moves[I].Changes)
      if (const auto At = find(Key))
        Split[At->first][At->second] = Decision;
    for (auto &[Number, Changes] : Split) {
      const Function &F = Functions[Number];
      FunctionReplay &Replay = Asked[F.Module][F.Name];
      Replay.Base = F.Known;
      if (WithInputs)
        Replay.InputsAt.push_back(Changes.begin()->first);
      Replay.Moves.push_back(std::move(Changes));
      MovesOf[Number].push_back(I);
      Answers[I][Number] = std::nullopt;
    }
  }
  size_t Tried = 0;
  run(Asked, false, [&](size_t Module, auto Replayed) {
    if (Replayed)
      for (ReplayedFunction &R : *Replayed) {
        const size_t Number = FunctionOfName.at({Module, R.Name});
        const std::vector<size_t> &Own = MovesOf[Number];
        for (size_t I = 0; I < Own.size() && I < R.Moves.size(); ++I)
          Answers[Own[I]][Number] = R.Moves[I];
        for (uint64_t I = 0; I < R.Questions.size(); ++I)
          if (!R.Questions[I].Inputs.empty())
            Inputs[keyOf(Functions[Number], I)] =
                std::move(R.Questions[I].Inputs);
        Tried += Own.size();
      }
    if (OnTried)
      OnTried(std::min(Tried, Moves.size()), Moves.size());
  });
  return Answers;
}

std::vector<std::optional<double>>
AllocationProblem::tryMoves(const Decisions &Base,
                            const std::vector<Move> &Moves) {
  std::vector<std::optional<double>> Sizes(Moves.size());
  if (!Current || *Current != Base)
    if (!evaluate(Base))
      return Sizes;
  double Total = 0;
  for (const Function &F : Functions)
    Total += F.Result;
  const auto Answers = tryAll(Moves, false);
  for (size_t I = 0; I < Moves.size(); ++I) {
    if (Answers[I].empty())
      continue;
    Sizes[I] = Total;
    for (const auto &[Number, Result] : Answers[I])
      Sizes[I] =
          Sizes[I] && Result
              ? std::optional(*Sizes[I] + *Result - Functions[Number].Result)
              : std::nullopt;
  }
  return Sizes;
}

std::vector<std::optional<double>>
AllocationProblem::tryInFunctions(const std::vector<Move> &Moves) {
  std::vector<std::optional<double>> Results;
  for (const auto &Answer : tryAll(Moves, true))
    Results.push_back(Answer.size() == 1 ? Answer.begin()->second
                                         : std::nullopt);
  return Results;
}

std::vector<CorpusProblem::Part> AllocationProblem::parts() const {
  std::vector<Part> Parts;
  for (const Function &F : Functions) {
    const std::string &Package = Modules[F.Module].Package;
    if (Parts.empty() || Parts.back().Package != Package)
      Parts.push_back({Package, "functions", 0});
    Parts.back().Size += F.Result;
  }
  return Parts;
}

const std::vector<std::string> *
AllocationProblem::inputs(const std::string &Key) const {
  const auto Known = Inputs.find(Key);
  return Known == Inputs.end() ? nullptr : &Known->second;
}
} // namespace mlgo
