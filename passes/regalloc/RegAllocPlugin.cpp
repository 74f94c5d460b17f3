//===- RegAllocPlugin.cpp - The eviction policy as a plugin ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// USAGE:
//   clang-22 -O2 -fpass-plugin=MLGORegAlloc-22.so -c x.c
//   llc-22 -load-pass-plugin=MLGORegAlloc-22.so x.bc   (or -load=...)
//   ld.lld-22 --load-pass-plugin=MLGORegAlloc-22.so ...   (with -flto objects)
//
//===----------------------------------------------------------------------===//

#include "BuiltInEviction.h"
#include "EvictionAnalysis.h"
#include "EvictionInputs.h"
#include "EvictionLog.h"
#include "EvictionPolicy.h"
#include "PluginDiagnostic.h"
#include "PluginStatistics.h"
#include "RegAllocOptions.h"

#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/runner/NoInferenceModelRunner.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>

using namespace llvm;

namespace {

using Mode = mlgo::RegAllocOptions::ModeKind;

/// One diagnostic for each process, not one for each function.
void reportOnce(LLVMContext &Ctx, const mlgo::Error &E, bool IsError,
                const char *Instead = "; using the stock heuristic instead") {
  static std::atomic<bool> Reported{false};
  if (Reported.exchange(true) && !IsError)
    return;
  Ctx.diagnose(mlgo::PluginDiagnostic("mlgo regalloc: " + E.message() +
                                          (IsError ? "" : Instead),
                                      IsError ? DS_Error : DS_Warning));
}

void writeStatistics(const mlgo::RegAllocOptions &Options,
                     const std::string &Module, const mlgo::EvictionCounts &S) {
  const std::string Line = mlgo::formatCounts(S, Module);
  if (Options.Stats)
    errs() << Line;
  if (!Options.StatsFile.empty())
    mlgo::appendStatistics(Options.StatsFile, Line, "mlgo regalloc");
}

/// Whether someone else than the stock advisor is to decide.
bool hasPolicy(const mlgo::RegAllocOptions &Options) {
  if (Options.Mode == Mode::Development)
    return !Options.Model.empty();
  return Options.Mode != Mode::Default;
}

mlgo::Result<mlgo::EvictionPolicy>
createPolicy(const mlgo::RegAllocOptions &Options) {
  if (Options.Mode == Mode::Interactive)
    return mlgo::meetEvictionHost(Options.Channel, Options.ChannelDeadline);
  if (Options.Mode == Mode::Development)
    return mlgo::loadModelUnderTraining(Options.Model);
  if (Options.Model.empty())
    return mlgo::createBuiltInEvictionPolicy();
  return mlgo::loadEvictionPolicy(Options.Model);
}

/// Fills in who decides; an error if that cannot be.
mlgo::Status setDecider(const mlgo::RegAllocOptions &Options,
                        mlgo::EvictionConfig &Config) {
  if (!hasPolicy(Options)) {
    Config.Runner = std::make_unique<mlgo::NoInferenceModelRunner>(
        mlgo::getEvictionInputs(mlgo::StockColumns, false));
    Config.UseStockDecision = true;
    return mlgo::Success();
  }
  auto Policy = createPolicy(Options);
  if (!Policy)
    return Policy.error();
  Config.Runner = std::move(Policy->Runner);
  Config.NeedsStockColumn = Policy->NeedsStockColumn;
  if (Options.Mode != Mode::Release || !Options.Model.empty())
    return mlgo::Success();
  auto Size = mlgo::createBuiltInSizePolicy();
  if (!Size)
    return Size.error();
  Config.SizeRunner = std::move(Size->Runner);
  Config.NeedsStockColumn |= Size->NeedsStockColumn;
  return mlgo::Success();
}

/// A host is not called for nothing: LLVM does not, either.
bool isLazy() { return mlgo::getRegAllocOptions().Mode == Mode::Interactive; }

bool isWanted() {
  const mlgo::RegAllocOptions Options = mlgo::getRegAllocOptions();
  return hasPolicy(Options) || !Options.TrainingLog.empty() || Options.Stats ||
         !Options.StatsFile.empty();
}

std::unique_ptr<mlgo::EvictionSession> createSession(Module &M) {
  const mlgo::RegAllocOptions Options = mlgo::getRegAllocOptions();
  LLVMContext &Ctx = M.getContext();
  mlgo::EvictionConfig Config;
  if (mlgo::Status Set = setDecider(Options, Config); !Set) {
    reportOnce(Ctx, Set.error(), Options.RequireModel);
    return nullptr;
  }
  if (!Options.TrainingLog.empty()) {
    auto Log = mlgo::EvictionLog::create(Options.TrainingLog, M.getName().str(),
                                         *Config.Runner);
    if (Log)
      Config.Observers.push_back(std::move(*Log));
    else
      reportOnce(Ctx, Log.error(), true);
  }
  Config.OnFailure = [&Ctx](const mlgo::Error &E) {
    reportOnce(Ctx, E, false);
  };
  if (Options.Stats || !Options.StatsFile.empty()) {
    Config.NeedsStockColumn = true;
    Config.OnExit = [Options,
                     Name = M.getName().str()](const mlgo::EvictionCounts &S) {
      writeStatistics(Options, Name, S);
    };
  }
  return std::make_unique<mlgo::EvictionSession>(std::move(Config));
}

/// On load, since not all who load plugins ask them for their passes.
const bool Installed = [] {
  mlgo::installEvictionAdvisor({isWanted, createSession, isLazy});
  return true;
}();

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "MLGORegAlloc", MLGO_VERSION,
          [](PassBuilder &) {}};
}
