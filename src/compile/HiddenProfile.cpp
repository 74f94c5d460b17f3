// Code that does not show its profile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/HiddenProfile.h"
#include "compile/ModuleFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
constexpr std::array<Attribute::AttrKind, 3> Kinds = {
    Attribute::Hot, Attribute::Cold, Attribute::InlineHint};

HotAndCold::HotAndCold(const Module &M) {
  for (const Function &F : M)
    for (const auto &[Kind, Names] : zip_equal(Kinds, Functions))
      if (F.hasFnAttribute(Kind))
        Names.insert(F.getName().str());
}

void hideProfile(Module &M, const HotAndCold &Before,
                 FunctionAnalysisManager &FAM) {
  dropModuleFlag(M, "ProfileSummary");
  for (Function &F : M)
    for (const auto &[Kind, Names] : zip_equal(Kinds, Before.Functions))
      if (F.hasFnAttribute(Kind) && !Names.count(F.getName()))
        F.removeFnAttr(Kind);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    // The one analysis of the module cannot forget, only be made anew.
    if (auto *Summary = FAM.getResult<ModuleAnalysisManagerFunctionProxy>(F)
                            .getCachedResult<ProfileSummaryAnalysis>(M)) {
      std::destroy_at(Summary);
      new (Summary) ProfileSummaryInfo(M);
    }
    return;
  }
}
} // namespace mlgo
