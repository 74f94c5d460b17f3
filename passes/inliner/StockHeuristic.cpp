// What LLVM decides without a policy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "StockHeuristic.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

using namespace llvm;

namespace mlgo {
StockHeuristic::StockHeuristic(FunctionAnalysisManager &FAM,
                               InlineParams TheParams, CostMemory *Costs,
                               std::optional<int> Threshold)
    : FAM(FAM), Params(TheParams), Costs(Costs) {
  // LLVM leaves both empty if its option is given.
  if (!Threshold || !Params.OptSizeThreshold || !Params.OptMinSizeThreshold)
    return;
  Params.DefaultThreshold = *Threshold;
  Params.OptSizeThreshold = Params.OptMinSizeThreshold = Threshold;
  Params.HintThreshold = Threshold;
  SeesFrequencies = false;
}

StockHeuristic::Answer StockHeuristic::decide(CallBase &CB,
                                              OptimizationRemarkEmitter &ORE,
                                              bool WholeCost) const {
  Function &Callee = *CB.getCalledFunction();
  auto &CalleeTTI = FAM.getResult<TargetIRAnalysis>(Callee);
  auto *PSI = FAM.getResult<ModuleAnalysisManagerFunctionProxy>(*CB.getCaller())
                  .getCachedResult<ProfileSummaryAnalysis>(
                      *CB.getParent()->getParent()->getParent());
  auto GetAssumptionCache = [&](Function &F) -> AssumptionCache & {
    return FAM.getResult<AssumptionAnalysis>(F);
  };
  auto GetTLI = [&](Function &F) -> const TargetLibraryInfo & {
    return FAM.getResult<TargetLibraryAnalysis>(F);
  };
  auto GetBFI = [&](Function &F) -> BlockFrequencyInfo & {
    return FAM.getResult<BlockFrequencyAnalysis>(F);
  };
  // Without a profile stock looks at frequencies where the caller need not be
  // smallest: code that is seldom run is inlined less there.
  function_ref<BlockFrequencyInfo &(Function &)> MaybeBFI = nullptr;
  if ((PSI && PSI->hasProfileSummary()) ||
      (SeesFrequencies && !CB.getCaller()->hasMinSize()))
    MaybeBFI = GetBFI;
  InlineParams WholeParams = Params;
  WholeParams.ComputeFullInlineCost = true;
  InlineCost Last = InlineCost::getNever("not computed");
  auto Compute = [&](CallBase &Call, const InlineParams &How) {
    return getInlineCost(Call, How, CalleeTTI, GetAssumptionCache, GetTLI,
                         MaybeBFI, PSI);
  };
  auto GetCost = [&](CallBase &Call) {
    // Deciding whether to wait for the caller's callers computes costs of
    // other calls too.
    if (&Call != &CB)
      return Compute(Call, Params);
    auto ComputeLast = [&] {
      return Compute(CB, WholeCost ? WholeParams : Params);
    };
    // Frequencies are each call's own.
    Last = MaybeBFI || !Costs ? ComputeLast()
                              : Costs->get(CB, WholeCost, ComputeLast);
    return Last;
  };
  std::optional<InlineCost> Decision = compat::shouldInline(
      CB, CalleeTTI, GetCost, ORE, Params.EnableDeferral.value_or(false));
  return {Last, Decision.has_value()};
}
} // namespace mlgo
