// Libraries that were compiled for speed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LibraryLevel.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace mlgo {
namespace {
/// A function that has it was compiled with the plugin at a level of its own.
constexpr const char *KeepsLevel = "mlgo-keeps-level";

bool asksForLevel(const Function &F) {
  return F.hasFnAttribute(Attribute::MinSize) ||
         F.hasFnAttribute(Attribute::OptimizeForSize) ||
         F.hasFnAttribute(Attribute::OptimizeNone) ||
         F.hasFnAttribute(KeepsLevel);
}

struct LibraryLevel : PassInfoMixin<LibraryLevel> {
  bool (*IsWanted)();
  bool IsLink;
  OptimizationLevel Level;

  LibraryLevel(bool (*IsWanted)(), bool IsLink, OptimizationLevel Level)
      : IsWanted(IsWanted), IsLink(IsLink), Level(Level) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!IsWanted())
      return PreservedAnalyses::all();
    for (Function &F : M) {
      if (F.isDeclaration() || asksForLevel(F))
        continue;
      if (!IsLink) {
        F.addFnAttr(KeepsLevel);
        continue;
      }
      F.addFnAttr(Attribute::OptimizeForSize);
      if (Level.getSizeLevel() > 1)
        F.addFnAttr(Attribute::MinSize);
    }
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};
} // namespace

void registerLibraryLevel(PassBuilder &PB, bool (*IsWanted)()) {
  // Before LLVM 20 the phase is not said, and no rustc has such an LLVM here.
  PB.registerPipelineEarlySimplificationEPCallback(
      [IsWanted](ModulePassManager &MPM, OptimizationLevel Level,
                 auto... Phase) {
        const bool IsLink =
            ((Phase == ThinOrFullLTOPhase::ThinLTOPostLink) || ...);
        if (sizeof...(Phase) && IsLink == (Level.getSizeLevel() > 0))
          MPM.addPass(LibraryLevel(IsWanted, IsLink, Level));
      });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [IsWanted](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level.getSizeLevel() > 0)
          MPM.addPass(LibraryLevel(IsWanted, /*IsLink=*/true, Level));
      });
}
} // namespace mlgo
