//===- AllocationModule.cpp - A module that is allocated in trials --------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/AllocationModule.h"

#include "mlgo/llvm/ModulePipeline.h"
#include "mlgo/llvm/PassAnalyses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlgo {
namespace {

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

Result<std::unique_ptr<AllocationModule>>
AllocationModule::load(const std::string &Path, AllocationGoal Goal) {
  std::unique_ptr<AllocationModule> E(new AllocationModule());
  auto M = MLGO_TRY(loadModule(E->Ctx, Path));
  E->M = std::move(M);
  auto TM = MLGO_TRY(createTargetMachine(*E->M));
  E->TM = std::move(TM);
  if (Goal == AllocationGoal::Size) {
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

std::string AllocationModule::toBitcode() const {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  // The order of uses may decide between what costs the same.
  WriteBitcodeToFile(*M, OS, true);
  OS.flush();
  return Bytes;
}

Result<std::unique_ptr<AllocationModule>>
AllocationModule::fromBitcode(const std::string &Bytes) {
  std::unique_ptr<AllocationModule> E(new AllocationModule());
  auto M = parseBitcodeFile(MemoryBufferRef(Bytes, "module"), E->Ctx);
  if (!M)
    return mlgo::Error(toString(M.takeError()));
  E->M = std::move(*M);
  auto TM = MLGO_TRY(createTargetMachine(*E->M));
  E->TM = std::move(TM);
  return E;
}

void AllocationModule::keepOnly(const std::set<std::string> &Names) {
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

Result<uint64_t>
AllocationModule::generate(const AllocationTask &Task,
                           const std::string &Policy,
                           std::unique_ptr<AllocationWatch> Watch) {
  MLGO_TRY(Task.decide(Policy, std::move(Watch)));
  SmallVector<char, 0> Bytes;
  MLGO_TRY(generateObject(*M, *TM, Bytes));
  return measureText(Bytes);
}

} // namespace mlgo
