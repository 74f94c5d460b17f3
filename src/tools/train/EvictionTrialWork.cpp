//===- EvictionTrialWork.cpp - Eviction policies tried as items of work ---===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionTrialWork.h"

#include "EvictionPolicyTrials.h"
#include "evict/EvictionRun.h"

#include "mlgo/support/ByteStream.h"
#include "mlgo/support/ProcessPool.h"
#include "mlgo/train/evolution/StateBytes.h"

#include <cmath>
#include <map>

namespace mlgo {
namespace {

/// All candidates in one module.
constexpr unsigned ModuleSeconds = 3600;

/// The state of one worker process.
class EvictionTrialWork {
public:
  explicit EvictionTrialWork(std::vector<std::string> Paths)
      : Paths(std::move(Paths)) {}

  Result<std::string> answer(std::string_view Shared,
                             std::string_view Request) {
    ByteReader Candidates(Shared), In(Request);
    const std::vector<std::string> Models = Candidates.strings();
    const uint64_t Number = In.number();
    if (!Candidates.atEnd() || !In.atEnd() || Number >= Paths.size())
      return Error("this is no request for trials of evictions");
    const ReadyModule &Module = prepare(Number);
    if (!Module.Failure.empty())
      return Error(Module.Failure);
    ByteWriter Out;
    writeDouble(Out, Module.Weight);
    if (Module.Stock.empty()) {
      for (size_t I = 0; I < Models.size(); ++I)
        writeGain(Out, 0);
      return Out.take();
    }
    Result<std::string> Gains = inFork([&] { return measure(Module, Models); });
    if (!Gains)
      return Gains.error();
    return Out.take() + *Gains;
  }

private:
  /// Kept as bytes, and read, optimised and used in forks: forking a process
  /// takes as long as it is large, and this one forks for each function.
  struct ReadyModule {
    std::string Failure;
    std::string Bitcode;                 ///< Optimised.
    std::map<std::string, double> Stock; ///< Of functions with a problem.
    double Weight = 0;                   ///< Of all of these.
  };

  static double weigh(double Stock) { return std::sqrt(Stock); }

  static void writeGain(ByteWriter &Out, std::optional<double> Gain) {
    Out.number(Gain.has_value());
    writeDouble(Out, Gain.value_or(0));
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

  const ReadyModule &prepare(size_t Number) {
    auto [Known, IsNew] = Ready.try_emplace(Number);
    ReadyModule &Module = Known->second;
    if (!IsNew)
      return Module;
    Result<std::string> Found = inFork([&] { return optimise(Paths[Number]); });
    if (!Found) {
      Module.Failure = Found.error().message();
      return Module;
    }
    ByteReader In(*Found);
    Module.Bitcode = In.string();
    for (uint64_t Left = In.count(); Left > 0; --Left) {
      const std::string Name = In.string();
      Module.Stock.emplace(Name, readDouble(In));
    }
    for (const auto &[Name, Score] : Module.Stock)
      Module.Weight += weigh(Score);
    return Module;
  }

  static Result<std::string> optimise(const std::string &Path) {
    auto M = EvictionModule::load(Path);
    if (!M)
      return M.error();
    std::string Bitcode = (*M)->toBitcode();
    M = EvictionModule::fromBitcode(Bitcode);
    if (!M)
      return M.error();
    auto Functions = measureAllocations(**M, stockConfig());
    if (!Functions)
      return Functions.error();
    std::map<std::string, double> Stock;
    for (const FunctionAllocation &F : *Functions)
      if (F.Problems > 0 && F.Score > 0)
        Stock.emplace(F.Name, F.Score);
    ByteWriter Out;
    // Without anything to decide it is not needed again.
    Out.string(Stock.empty() ? "" : Bitcode);
    Out.number(Stock.size());
    for (const auto &[Name, Score] : Stock) {
      Out.string(Name);
      writeDouble(Out, Score);
    }
    return Out.take();
  }

  static Result<std::string> measure(const ReadyModule &Module,
                                     const std::vector<std::string> &Models) {
    auto M = EvictionModule::fromBitcode(Module.Bitcode);
    if (!M)
      return M.error();
    auto Found = measurePolicies(**M, Models);
    if (!Found)
      return Found.error();
    std::vector<std::optional<double>> Gains(Models.size(), 0.0);
    for (const FunctionScores &F : *Found) {
      auto Stock = Module.Stock.find(F.Name);
      if (Stock == Module.Stock.end())
        continue;
      for (size_t I = 0; I < Models.size(); ++I)
        if (!F.Scores[I])
          Gains[I].reset();
        else if (Gains[I])
          *Gains[I] +=
              weigh(Stock->second) * (1 - *F.Scores[I] / Stock->second);
    }
    ByteWriter Out;
    for (const std::optional<double> &Gain : Gains)
      writeGain(Out, Gain);
    return Out.take();
  }

  const std::vector<std::string> Paths;
  std::map<size_t, ReadyModule> Ready;
};

} // namespace

WorkFunctionMaker makeEvictionTrialWork(std::vector<std::string> Paths) {
  return [Paths = std::move(Paths)]() -> WorkFunction {
    auto Work = std::make_shared<EvictionTrialWork>(Paths);
    return [Work](std::string_view Shared, std::string_view Request) {
      return Work->answer(Shared, Request);
    };
  };
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
