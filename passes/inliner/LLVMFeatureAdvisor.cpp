// LLVM's ML advisor as it is
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLVMFeatureAdvisor.h"
#include "PolicyAdvice.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace mlgo {
namespace {
/// LLVM's advice, which keeps its advisor's view of the module up to date.
class LLVMPolicyAdvice final : public RemarkingAdvice<MLInlineAdvice> {
public:
  LLVMPolicyAdvice(MLInlineAdvisor *Advisor, FunctionAnalysisManager &FAM,
                   CallBase &CB, OptimizationRemarkEmitter &ORE, bool Inline,
                   const char *Decider)
      : RemarkingAdvice(Advisor, CB, ORE, Inline, Decider), MLAdvisor(Advisor),
        FAM(FAM) {}

private:
  void track(bool CalleeWasDeleted) override {
    if (MLAdvisor->isForcedToStop())
      return;
    MLAdvisor->onSuccessfulInlining(*this, CalleeWasDeleted);
    // LLVM 22 updates the caller's tree by the edges that have changed, and may
    // lose blocks that are still reached. Its next update crashes on them.
    if (auto *Tree = FAM.getCachedResult<DominatorTreeAnalysis>(*Caller))
      Tree->recalculate(*Caller);
  }

  MLInlineAdvisor *const MLAdvisor;
  FunctionAnalysisManager &FAM;
};

/// Makes \p Runner into one of LLVM's, which LLVM's advisor will own.
compat::RunnerFactory
adaptRunner(LLVMContext &Ctx, std::unique_ptr<mlgo::MLModelRunner> &Runner) {
  return [&Ctx, &Runner](const std::vector<llvm::TensorSpec> &LLVMInputs) {
    return std::make_unique<LLVMModelRunnerAdapter>(Ctx, std::move(Runner),
                                                    LLVMInputs);
  };
}
} // namespace

std::vector<TensorSpec> getLLVMInlineInputs(bool IncludeDefault) {
  auto Inputs = convertSpecs<TensorSpec>(compat::getInlineFeatures());
  if (IncludeDefault)
    Inputs.push_back(TensorSpec::createSpec<int64_t>("inlining_default", {1}));
  return Inputs;
}

LLVMFeatureAdvisor::LLVMFeatureAdvisor(
    Module &M, ModuleAnalysisManager &MAM, FunctionAnalysisManager &FAM,
    std::unique_ptr<mlgo::MLModelRunner> PolicyRunner,
    InlineAdvisorConfig TheConfig)
    : MLInlineAdvisorBase(M, MAM, adaptRunner(M.getContext(), PolicyRunner),
                          [this](CallBase &CB) {
                            return Stock.decide(CB, getCallerORE(CB)).Inline;
                          }),
      Config(std::move(TheConfig)), Stock(FAM, Config.Params),
      Runner(static_cast<LLVMModelRunnerAdapter &>(*ModelRunner).inner()) {}

LLVMFeatureAdvisor::~LLVMFeatureAdvisor() {
  if (Config.OnExit)
    Config.OnExit(M.getName().str(), Statistics);
}

std::unique_ptr<llvm::InlineAdvice>
LLVMFeatureAdvisor::getAdviceImpl(CallBase &CB) {
  if (!Runner.failure())
    return MLInlineAdvisor::getAdviceImpl(CB);
  ++Statistics.Stock;
  OptimizationRemarkEmitter &ORE = getCallerORE(CB);
  if (!Stock.decide(CB, ORE).Inline)
    return std::make_unique<llvm::InlineAdvice>(this, CB, ORE, false);
  return std::make_unique<LLVMPolicyAdvice>(this, FAM, CB, ORE, true,
                                            "the stock heuristic");
}

std::unique_ptr<MLInlineAdvice>
LLVMFeatureAdvisor::getAdviceFromModel(CallBase &CB,
                                       OptimizationRemarkEmitter &ORE) {
  const bool StockDecision = Stock.decide(CB, ORE).Inline;
  const size_t Default = compat::getInlineFeatures().size();
  if (Default < Runner.inputs().size())
    *Runner.getTensor<int64_t>(Default) = StockDecision;
  bool Decision = StockDecision;
  bool Abstained = false;
  if (!Config.UseStockDecision) {
    Decision = Runner.evaluate<int64_t>() != 0;
    Abstained = Runner.hasAbstained();
    if (Abstained)
      Decision = StockDecision;
    Config.reportFailure(Runner);
  }
  for (const auto &Observer : Config.Observers)
    Decision =
        Observer->onDecision({CB, Runner, /*Key=*/"", StockDecision,
                              StockDecision, Decision, /*IsPolicys=*/true});
  ++Statistics.Decisions;
  Statistics.Inlined += Decision;
  Statistics.Differ += Decision != StockDecision;
  Statistics.Abstained += Abstained;
  auto Advice = std::make_unique<LLVMPolicyAdvice>(
      this, FAM, CB, ORE, Decision,
      Abstained                 ? "the stock heuristic (policy abstained)"
      : Config.UseStockDecision ? "the stock heuristic"
                                : "the policy");
  Advice->tellOutcome(Config.Observers);
  return Advice;
}
} // namespace mlgo
