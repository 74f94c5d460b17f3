//===- EvictionTrialWork.cpp - Eviction policies tried as items of work ---===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionTrialWork.h"

#include "evaluate/regalloc/EvictionPolicyTrials.h"
#include "evaluate/regalloc/EvictionRun.h"

#include "mlgo/evolve/StateBytes.h"
#include "mlgo/model/ExactMath.h"
#include "mlgo/support/Archive.h"
#include "mlgo/support/ProcessPool.h"
#include "mlgo/workers/StartWorkers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mlgo {
namespace {

/// All candidates in one module.
constexpr unsigned ModuleSeconds = 3600;

/// A function's allocation is chaotic: what one of them wins or loses by chance
/// is not to outweigh what many do by rule.
constexpr double MaxGain = 0.5;

/// Few, so that their module is small. The size of one cannot be told from that
/// of others.
size_t functionsInPart(EvictionGoal Goal) {
  return Goal == EvictionGoal::Size ? 1 : 16;
}

/// The state of one worker process, for one goal.
class EvictionWork {
public:
  explicit EvictionWork(EvictionGoal Goal) : Goal(Goal) {}

  Result<std::string> answer(const std::vector<std::string> &Models,
                             const std::string &Path) {
    const ReadyModule &Module = prepare(Path);
    if (!Module.Failure.empty())
      return Error(Module.Failure);
    ByteWriter Out;
    writeDouble(Out, Module.Weight);
    std::vector<std::optional<double>> Sums(Models.size(), 0.0);
    for (const Part &P : Module.Parts) {
      Result<std::string> Found = inFork([&] { return measure(P, Models); });
      if (!Found)
        return Found.error();
      ByteReader Gains(*Found);
      for (std::optional<double> &Sum : Sums) {
        const std::optional<double> Gain = readGain(Gains);
        Sum = Sum && Gain ? std::optional(*Sum + *Gain) : std::nullopt;
      }
    }
    for (const std::optional<double> &Sum : Sums)
      writeGain(Out, Sum);
    return Out.take();
  }

private:
  /// Some functions of a module that have a problem. Kept as bytes, and read
  /// and used in forks: forking a process takes as long as it is large, and
  /// measuring forks for each function.
  struct Part {
    std::string Bitcode;                 ///< Optimised.
    std::map<std::string, double> Stock; ///< Scores or bytes.
  };

  struct ReadyModule {
    std::string Failure;
    std::vector<Part> Parts;
    double Weight = 0; ///< Of all functions.
  };

  double weigh(double Stock) const {
    if (Goal == EvictionGoal::Size)
      return Stock;
    const double Log = exactLog(1 + Stock);
    return Log * Log;
  }

  double gain(double Stock, double Score) const {
    if (Goal == EvictionGoal::Size)
      return 1 - Score / Stock;
    return std::clamp(-exactLog(Score / Stock), -MaxGain, MaxGain);
  }

  static void writeGain(ByteWriter &Out, std::optional<double> Gain) {
    Out.number(Gain.has_value());
    writeDouble(Out, Gain.value_or(0));
  }

  static std::optional<double> readGain(ByteReader &In) {
    const bool IsKnown = In.number() != 0;
    const double Gain = readDouble(In);
    return IsKnown && In.ok() ? std::optional(Gain) : std::nullopt;
  }

  template <typename TaskFn> static Result<std::string> inFork(TaskFn Task) {
    Result<ForkedProcess> Forked = forkProcess(ModuleSeconds);
    if (!Forked)
      return Forked.error();
    if (Forked->IsChild) {
      Result<std::string> Found = Task();
      endChild(*Forked, Found ? "ok " + *Found : Found.error().message());
    }
    const TaskOutcome Outcome = awaitChild(*Forked);
    if (!Outcome.Ok)
      return Error("allocation: " + Outcome.Failure);
    if (Outcome.Output.compare(0, 3, "ok ") != 0)
      return Error(Outcome.Output);
    return Outcome.Output.substr(3);
  }

  const ReadyModule &prepare(const std::string &Path) {
    auto [Known, IsNew] = Ready.try_emplace(Path);
    ReadyModule &Module = Known->second;
    if (!IsNew)
      return Module;
    Result<std::string> Found = inFork([&] { return optimise(Path); });
    if (!Found) {
      Module.Failure = Found.error().message();
      return Module;
    }
    ByteReader In(*Found);
    for (uint64_t Left = In.count(); Left > 0; --Left) {
      const std::string Bitcode = In.string();
      const std::string First = In.string();
      Result<std::string> Scores =
          inFork([&] { return measureStock(Bitcode, First); });
      if (!Scores) {
        Module.Failure = Scores.error().message();
        return Module;
      }
      Part P;
      P.Bitcode = Bitcode;
      ByteReader Stock(*Scores);
      for (uint64_t Rest = Stock.count(); Rest > 0; --Rest) {
        const std::string Name = Stock.string();
        const double Score = readDouble(Stock);
        Module.Weight += weigh(Score);
        P.Stock.emplace(Name, Score);
      }
      Module.Parts.push_back(std::move(P));
    }
    return Module;
  }

  /// Functions of \p M that have something to decide, with their scores.
  Result<std::map<std::string, double>> findProblems(EvictionModule &M) const {
    auto Functions = measureAllocations(M, stockConfig());
    if (!Functions)
      return Functions.error();
    std::map<std::string, double> Stock;
    for (const FunctionAllocation &F : *Functions)
      if (F.Problems > 0 && (F.Score > 0 || Goal == EvictionGoal::Size))
        Stock.emplace(F.Name, F.Score);
    return Stock;
  }

  static Result<std::map<std::string, double>>
  findSize(EvictionModule &M, const std::string &Function) {
    auto Size = M.generate(stockConfig());
    if (!Size)
      return Size.error();
    return std::map<std::string, double>{
        {Function, static_cast<double>(*Size)}};
  }

  /// The parts of the module at \p Path: bitcode and a function of each.
  Result<std::string> optimise(const std::string &Path) const {
    auto M = EvictionModule::load(Path, Goal);
    if (!M)
      return M.error();
    const std::string Bitcode = (*M)->toBitcode();
    M = EvictionModule::fromBitcode(Bitcode);
    if (!M)
      return M.error();
    auto Stock = findProblems(**M);
    if (!Stock)
      return Stock.error();
    ByteWriter Out;
    Out.number((Stock->size() + functionsInPart(Goal) - 1) /
               functionsInPart(Goal));
    for (auto Next = Stock->begin(); Next != Stock->end();) {
      std::set<std::string> Names;
      for (; Next != Stock->end() && Names.size() < functionsInPart(Goal);
           ++Next)
        Names.insert(Next->first);
      M = EvictionModule::fromBitcode(Bitcode);
      if (!M)
        return M.error();
      (*M)->keepOnly(Names);
      Out.string((*M)->toBitcode());
      Out.string(*Names.begin());
    }
    return Out.take();
  }

  /// What all functions of a part come to; for size it has only \p First.
  Result<std::string> measureStock(const std::string &Bitcode,
                                   const std::string &First) const {
    auto M = EvictionModule::fromBitcode(Bitcode);
    if (!M)
      return M.error();
    Result<std::map<std::string, double>> Stock =
        Goal == EvictionGoal::Size ? findSize(**M, First) : findProblems(**M);
    if (!Stock)
      return Stock.error();
    ByteWriter Out;
    Out.number(Stock->size());
    for (const auto &[Name, Score] : *Stock) {
      Out.string(Name);
      writeDouble(Out, Score);
    }
    return Out.take();
  }

  /// Scores or bytes under all candidates.
  Result<std::vector<FunctionScores>>
  allocate(EvictionModule &M, const Part &P,
           const std::vector<std::string> &Models) const {
    if (Goal == EvictionGoal::Speed)
      return measurePolicies(M, Models);
    FunctionScores Only;
    Only.Name = P.Stock.begin()->first;
    auto Sizes = measureSizes(M, Only.Name, Models);
    if (!Sizes)
      return Sizes.error();
    Only.Scores.assign(Sizes->begin(), Sizes->end());
    return std::vector<FunctionScores>{std::move(Only)};
  }

  Result<std::string> measure(const Part &P,
                              const std::vector<std::string> &Models) const {
    auto M = EvictionModule::fromBitcode(P.Bitcode);
    if (!M)
      return M.error();
    auto Found = allocate(**M, P, Models);
    if (!Found)
      return Found.error();
    std::vector<std::optional<double>> Gains(Models.size(), 0.0);
    for (const FunctionScores &F : *Found) {
      auto Stock = P.Stock.find(F.Name);
      if (Stock == P.Stock.end())
        continue;
      for (size_t I = 0; I < Models.size(); ++I)
        if (!F.Scores[I])
          Gains[I].reset();
        else if (Gains[I])
          *Gains[I] += weigh(Stock->second) * gain(Stock->second, *F.Scores[I]);
    }
    ByteWriter Out;
    for (const std::optional<double> &Gain : Gains)
      writeGain(Out, Gain);
    return Out.take();
  }

  const EvictionGoal Goal;
  std::map<std::string, ReadyModule> Ready; ///< By path.
};

} // namespace

WorkFunctionMaker makeEvictionTrialWork() {
  return []() -> WorkFunction {
    auto ByGoal = std::make_shared<std::map<bool, EvictionWork>>();
    return [ByGoal](std::string_view Shared,
                    std::string_view Request) -> Result<std::string> {
      std::vector<std::string> Models;
      std::string Path;
      bool IsForSize = false;
      if (!fromBytes(Shared, Models) || !fromBytes(Request, Path, IsForSize))
        return Error("this is no request for trials of evictions");
      auto Trials = ByGoal->try_emplace(
          IsForSize, IsForSize ? EvictionGoal::Size : EvictionGoal::Speed);
      return Trials.first->second.answer(Models, Path);
    };
  };
}

std::string requestEvictionTrials(const std::string &Path, EvictionGoal Goal) {
  return requestOf(EvictionTrialWork,
                   toBytes(Path, Goal == EvictionGoal::Size));
}

Result<EvictionGains> decodeEvictionGains(std::string_view Answer,
                                          size_t NumCandidates) {
  ByteReader In(Answer);
  EvictionGains Found;
  Found.Weight = readDouble(In);
  for (size_t I = 0; I < NumCandidates && In.ok(); ++I) {
    const bool IsKnown = In.number() != 0;
    const double Gain = readDouble(In);
    Found.Gains.push_back(IsKnown ? std::optional(Gain) : std::nullopt);
  }
  if (!In.atEnd() || !std::isfinite(Found.Weight))
    return Error("the answer to a trial is damaged");
  return Found;
}

} // namespace mlgo
