//===- EvictionModule.cpp - A module whose evictions are tried ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionModule.h"

#include "EvictionAnalysis.h"

#include "mlgo/llvm/ModulePipeline.h"
#include "mlgo/llvm/PassAnalyses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Passes/PassBuilder.h"

#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace mlgo {
namespace {

/// What the code generator is about to ask for; factories are plain functions.
std::optional<EvictionConfig> NextConfig;

void runSpeedPipeline(Module &M, TargetMachine &TM) {
  PipelineTuningOptions Tuning;
  Tuning.LoopUnrolling = true;
  Tuning.LoopInterleaving = true;
  Tuning.LoopVectorization = true;
  Tuning.SLPVectorization = true;
  PassAnalyses Analyses;
  PassBuilder PB(&TM, Tuning);
  TargetLibraryInfoImpl Library{Triple(M.getTargetTriple())};
  Analyses.Functions.registerPass(
      [&] { return TargetLibraryAnalysis(Library); });
  Analyses.registerAll(PB);
  PB.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(M, Analyses.Modules);
}

} // namespace

Result<std::unique_ptr<EvictionModule>>
EvictionModule::load(const std::string &Path, EvictionGoal Goal) {
  std::unique_ptr<EvictionModule> E(new EvictionModule());
  auto M = loadModule(E->Ctx, Path);
  if (!M)
    return M.error();
  E->M = std::move(*M);
  auto TM = createTargetMachine(*E->M);
  if (!TM)
    return TM.error();
  E->TM = std::move(*TM);
  if (Goal == EvictionGoal::Size) {
    runSizePipeline(*E->M, *E->TM, [](PassBuilder &) {});
    return E;
  }
  for (Function &F : *E->M) {
    F.removeFnAttr(Attribute::MinSize);
    F.removeFnAttr(Attribute::OptimizeForSize);
  }
  runSpeedPipeline(*E->M, *E->TM);
  return E;
}

std::string EvictionModule::toBitcode() const {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  // The order of uses may decide between what costs the same.
  WriteBitcodeToFile(*M, OS, true);
  OS.flush();
  return Bytes;
}

Result<std::unique_ptr<EvictionModule>>
EvictionModule::fromBitcode(const std::string &Bytes) {
  std::unique_ptr<EvictionModule> E(new EvictionModule());
  auto M = parseBitcodeFile(MemoryBufferRef(Bytes, "module"), E->Ctx);
  if (!M)
    return mlgo::Error(toString(M.takeError()));
  E->M = std::move(*M);
  auto TM = createTargetMachine(*E->M);
  if (!TM)
    return TM.error();
  E->TM = std::move(*TM);
  return E;
}

void EvictionModule::keepOnly(const std::set<std::string> &Names) {
  SmallPtrSet<const Function *, 8> Aliased;
  for (const GlobalAlias &A : M->aliases())
    if (const auto *F = dyn_cast_or_null<Function>(A.getAliaseeObject()))
      Aliased.insert(F);
  for (Function &F : *M) {
    if (F.isDeclaration() || Aliased.count(&F) ||
        Names.count(F.getName().str()))
      continue;
    // Whether a symbol is of this module decides how it is addressed.
    const bool IsLocal = F.isDSOLocal() || F.hasLocalLinkage();
    F.deleteBody();
    F.setComdat(nullptr);
    F.setDSOLocal(IsLocal);
  }
  bool IsChanged = true;
  while (IsChanged) {
    IsChanged = false;
    for (GlobalVariable &G : make_early_inc_range(M->globals())) {
      G.removeDeadConstantUsers();
      if (G.use_empty() && (G.isDeclaration() || G.hasLocalLinkage())) {
        G.eraseFromParent();
        IsChanged = true;
      }
    }
    for (Function &F : make_early_inc_range(*M)) {
      F.removeDeadConstantUsers();
      if (F.isDeclaration() && F.use_empty()) {
        F.eraseFromParent();
        IsChanged = true;
      }
    }
  }
}

Result<uint64_t> EvictionModule::generate(EvictionConfig Config) {
  NextConfig = std::move(Config);
  installEvictionAdvisor({[] { return true; },
                          [](Module &) -> std::unique_ptr<EvictionSession> {
                            if (!NextConfig)
                              return nullptr;
                            auto Session = std::make_unique<EvictionSession>(
                                std::move(*NextConfig));
                            NextConfig.reset();
                            return Session;
                          }});
  SmallVector<char, 0> Bytes;
  if (Status Generated = generateObject(*M, *TM, Bytes); !Generated)
    return Generated.error();
  return measureText(Bytes);
}

} // namespace mlgo
