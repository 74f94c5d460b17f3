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
#include <filesystem>
#include <map>

namespace mlgo {
namespace {

/// All candidates in one module.
constexpr unsigned ModuleSeconds = 3600;

/// Bitcode of modules that a process keeps optimised; each takes twenty times
/// as much memory as its file.
constexpr uint64_t BytesAlive = uint64_t(96) << 20;

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
    Result<ReadyModule *> Ready = prepare(Number);
    if (!Ready)
      return Ready.error();
    ByteWriter Out;
    writeDouble(Out, (*Ready)->Weight);
    if ((*Ready)->Stock.empty()) {
      for (size_t I = 0; I < Models.size(); ++I)
        writeGain(Out, 0);
      return Out.take();
    }
    Result<ForkedProcess> Forked = forkProcess(ModuleSeconds);
    if (!Forked)
      return Forked.error();
    if (Forked->IsChild) {
      Result<std::string> Gains = measure(**Ready, Models);
      endChild(*Forked, Gains ? "ok " + *Gains : Gains.error().message());
    }
    const TaskOutcome Outcome = awaitChild(*Forked);
    if (!Outcome.Ok)
      return Error("allocation: " + Outcome.Failure);
    if (Outcome.Output.compare(0, 3, "ok ") != 0)
      return Error(Outcome.Output);
    return Out.take() + Outcome.Output.substr(3);
  }

private:
  struct ReadyModule {
    std::unique_ptr<EvictionModule> Module;
    std::map<std::string, double> Stock; ///< Of functions with a problem.
    double Weight = 0;                   ///< Of all of these.
    uint64_t Bytes = 0;
    uint64_t LastUse = 0;
  };

  static double weigh(double Stock) { return std::sqrt(Stock); }

  static void writeGain(ByteWriter &Out, std::optional<double> Gain) {
    Out.number(Gain.has_value());
    writeDouble(Out, Gain.value_or(0));
  }

  Result<ReadyModule *> prepare(size_t Number) {
    auto Known = Ready.find(Number);
    if (Known == Ready.end()) {
      ReadyModule Next;
      std::error_code Failure;
      const uintmax_t Size = std::filesystem::file_size(Paths[Number], Failure);
      Next.Bytes = Failure ? 0 : Size;
      makeRoom(Next.Bytes);
      auto M = EvictionModule::load(Paths[Number]);
      if (!M)
        return M.error();
      Next.Module = std::move(*M);
      auto Functions = measureInFork(*Next.Module, "stock");
      if (!Functions)
        return Functions.error();
      for (const FunctionAllocation &F : *Functions)
        if (F.Problems > 0 && F.Score > 0)
          Next.Stock.emplace(F.Name, F.Score);
      for (const auto &[Name, Score] : Next.Stock)
        Next.Weight += weigh(Score);
      Known = Ready.emplace(Number, std::move(Next)).first;
    }
    Known->second.LastUse = ++Clock;
    return &Known->second;
  }

  void makeRoom(uint64_t Bytes) {
    while (!Ready.empty()) {
      auto Oldest = Ready.begin();
      uint64_t Total = Bytes;
      for (auto I = Ready.begin(); I != Ready.end(); ++I) {
        Total += I->second.Bytes;
        if (I->second.LastUse < Oldest->second.LastUse)
          Oldest = I;
      }
      if (Total <= BytesAlive)
        return;
      Ready.erase(Oldest);
    }
  }

  /// Uses the module up.
  static Result<std::string> measure(ReadyModule &Module,
                                     const std::vector<std::string> &Models) {
    auto Found = measurePolicies(*Module.Module, Models);
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
  uint64_t Clock = 0;
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
