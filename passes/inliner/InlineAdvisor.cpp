//===- InlineAdvisor.cpp - Asks a policy which calls to inline ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineAdvisor.h"

#include "InlineFeatures.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
namespace {

/// A callee of more instructions that stock leaves alone is not asked about. Of
/// what single flips gained on the training packages 99 % was below, and
/// walking large callees costs most.
constexpr int64_t MaxCalleeInstructions = 60;

constexpr const char *PassName = "inline-mlgo";

/// LLVM's advice, which keeps the advisor's view of the module up to date, with
/// remarks that people can read.
class PolicyAdvice final : public MLInlineAdvice {
public:
  PolicyAdvice(MLInlineAdvisor *Advisor, CallBase &CB,
               OptimizationRemarkEmitter &ORE, bool Inline, const char *Decider)
      : MLInlineAdvice(Advisor, CB, ORE, Inline), MLAdvisor(Advisor),
        Decider(Decider) {}

private:
  void recordInliningImpl() override {
    emitInlined();
    MLAdvisor->onSuccessfulInlining(*this, /*CalleeWasDeleted=*/false);
  }

  void recordInliningWithCalleeDeletedImpl() override {
    emitInlined();
    MLAdvisor->onSuccessfulInlining(*this, /*CalleeWasDeleted=*/true);
  }

  void recordUnattemptedInliningImpl() override {
    emit<OptimizationRemarkMissed>("NotInlined", "' not inlined into '");
  }

  void emitInlined() {
    emit<OptimizationRemark>("Inlined", "' inlined into '");
  }

  template <typename Remark> void emit(const char *Name, const char *Happened) {
    ORE.emit([&] {
      Remark R(PassName, Name, DLoc, Block);
      R << "'" << ore::NV("Callee", Callee) << Happened
        << ore::NV("Caller", Caller) << "' as decided by "
        << ore::NV("Decider", Decider);
      return R;
    });
  }

  MLInlineAdvisor *const MLAdvisor;
  const char *const Decider;
};

/// Makes the runner into LLVM's; the base class will own it.
compat::RunnerFactory
adaptRunner(LLVMContext &Ctx, std::unique_ptr<mlgo::MLModelRunner> &Runner) {
  return [&Ctx, &Runner](const std::vector<llvm::TensorSpec> &LLVMInputs) {
    return std::make_unique<LLVMModelRunnerAdapter>(Ctx, std::move(Runner),
                                                    LLVMInputs);
  };
}

} // namespace

std::vector<TensorSpec> getInlinePolicyInputs() {
  auto Inputs = convertSpecs<TensorSpec>(compat::getInlineFeatures());
  for (TensorSpec &Spec : getInlineFeatureSpecs())
    Inputs.push_back(std::move(Spec));
  return Inputs;
}

InlineAdvisor::InlineAdvisor(Module &M, ModuleAnalysisManager &MAM,
                             FunctionAnalysisManager &FAM,
                             std::unique_ptr<mlgo::MLModelRunner> PolicyRunner,
                             InlineAdvisorConfig TheConfig)
    : MLInlineAdvisorBase(M, MAM, adaptRunner(M.getContext(), PolicyRunner),
                          [this](CallBase &CB) {
                            return getStockAdvice(CB, getCallerORE(CB)).Inline;
                          }),
      FAM(FAM), Config(std::move(TheConfig)),
      Runner(static_cast<LLVMModelRunnerAdapter &>(*ModelRunner).inner()),
      FirstOwnFeature(compat::getInlineFeatures().size()) {
  Runner.switchContext(M.getName().str());
}

InlineAdvisor::~InlineAdvisor() {
  if (Config.OnExit)
    Config.OnExit(M.getName().str(), Statistics);
}

bool InlineAdvisor::isPolicyActive(const Function &Caller) const {
  return Config.Everywhere || Caller.hasMinSize();
}

InlineAdvisor::StockAdvice
InlineAdvisor::getStockAdvice(CallBase &CB, OptimizationRemarkEmitter &ORE) {
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
  // Stock asks for frequencies only when there is a profile.
  function_ref<BlockFrequencyInfo &(Function &)> MaybeBFI = nullptr;
  if (PSI && PSI->hasProfileSummary())
    MaybeBFI = GetBFI;
  InlineCost Last = InlineCost::getNever("not computed");
  auto GetCost = [&](CallBase &Call) {
    InlineCost Cost = getInlineCost(Call, Config.Params, CalleeTTI,
                                    GetAssumptionCache, GetTLI, MaybeBFI, PSI);
    // Deciding whether to wait for the caller's callers computes costs of
    // other calls too.
    if (&Call == &CB)
      Last = Cost;
    return Cost;
  };
  std::optional<InlineCost> Decision =
      compat::shouldInline(CB, CalleeTTI, GetCost, ORE,
                           Config.Params.EnableDeferral.value_or(false));
  return {Last, Decision.has_value()};
}

bool InlineAdvisor::isWorthAsking(Function &Callee,
                                  const StockAdvice &Stock) const {
  if (Stock.Cost.isAlways() || Stock.Cost.isNever())
    return false;
  return Stock.Inline || getIRSize(Callee) <= MaxCalleeInstructions;
}

std::unique_ptr<InlineAdvice> InlineAdvisor::getAdviceImpl(CallBase &CB) {
  Function &Caller = *CB.getCaller();
  Function &Callee = *CB.getCalledFunction();
  OptimizationRemarkEmitter &ORE = getCallerORE(CB);
  const StockAdvice Stock = getStockAdvice(CB, ORE);
  if (isPolicyActive(Caller) && isWorthAsking(Callee, Stock)) {
    StockDecision = Stock.Inline;
    return MLInlineAdvisor::getAdviceImpl(CB);
  }
  ++Statistics.Stock;
  // What is not inlined changes nothing that would have to be tracked.
  if (!Stock.Inline)
    return std::make_unique<llvm::InlineAdvice>(this, CB, ORE, false);
  return std::make_unique<PolicyAdvice>(this, CB, ORE, true,
                                        "the stock heuristic");
}

std::unique_ptr<MLInlineAdvice>
InlineAdvisor::getAdviceFromModel(CallBase &CB,
                                  OptimizationRemarkEmitter &ORE) {
  Function &Caller = *CB.getCaller();
  Function &Callee = *CB.getCalledFunction();
  const InlineFeatureValues Values =
      extractInlineFeatures(CB, getCachedFPI(Caller), getCachedFPI(Callee),
                            FAM.getResult<LoopAnalysis>(Caller), StockDecision);
  for (size_t I = 0; I < NumInlineFeatures; ++I)
    *Runner.getTensor<int64_t>(FirstOwnFeature + I) = Values[I];
  bool Abstained = false;
  bool Decision = StockDecision;
  if (!Config.UseStockDecision) {
    Decision = Runner.evaluate<int64_t>() != 0;
    Abstained = Runner.hasAbstained();
  }
  if (Config.Observer)
    Decision = Config.Observer->onDecision(CB, Runner, StockDecision, Decision);
  ++Statistics.Decisions;
  Statistics.Inlined += Decision;
  Statistics.Differ += Decision != StockDecision;
  Statistics.Abstained += Abstained;
  return std::make_unique<PolicyAdvice>(
      this, CB, ORE, Decision,
      Abstained ? "the stock heuristic (policy abstained)" : "the policy");
}

} // namespace mlgo
