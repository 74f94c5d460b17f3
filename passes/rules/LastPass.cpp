// What comes after all other passes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LastPass.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace mlgo {
namespace {
struct LastPass : PassInfoMixin<LastPass> {
  bool (*IsWanted)(const Module &);
  bool (*Change)(Module &);

  LastPass(bool (*IsWanted)(const Module &), bool (*Change)(Module &))
      : IsWanted(IsWanted), Change(Change) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return IsWanted(M) && Change(M) ? PreservedAnalyses::none()
                                    : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};
} // namespace

bool isBeforeLink(ThinOrFullLTOPhase Phase) {
  return Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
         Phase == ThinOrFullLTOPhase::FullLTOPreLink;
}

void registerLastPass(PassBuilder &PB, bool (*IsWanted)(const Module &),
                      bool (*Change)(Module &)) {
  // Before LLVM 20 the phase is not said.
  auto AddPass = [IsWanted, Change](ModulePassManager &MPM, OptimizationLevel,
                                    auto... Phase) {
    if (!(isBeforeLink(Phase) || ...))
      MPM.addPass(LastPass(IsWanted, Change));
  };
  PB.registerOptimizerLastEPCallback(AddPass);
  PB.registerFullLinkTimeOptimizationLastEPCallback(AddPass);
}
} // namespace mlgo
