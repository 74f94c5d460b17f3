//===- InlineAdvisor.cpp - Asks a policy which calls to inline ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineAdvisor.h"

#include "InlineFeatures.h"
#include "PolicyAdvice.h"

#include "mlgo/task/Task.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
namespace {

/// A callee of more instructions that stock leaves alone is not asked about. Of
/// what single flips gained on the training packages 99 % was below, and
/// walking large callees costs most.
constexpr int64_t MaxCalleeInstructions = 60;

/// Callees so cheap that no call of them should stay. Of what single flips
/// gained on the training packages 7 % was here, spread over 2 % of the sites,
/// and a wrong answer costs most: such callees are called everywhere.
constexpr int CertainCost = -20;

/// Stock's bonus for the last call of a function is far larger than any cost;
/// that what is called once is inlined is no certainty.
constexpr int LastCallCost = -1000;

} // namespace

void InlineAdvisorConfig::reportFailure(const mlgo::MLModelRunner &Runner) {
  if (const Error *E = Runner.failure(); E && OnFailure)
    std::exchange(OnFailure, nullptr)(*E);
}

compat::RunnerFactory
adaptRunner(LLVMContext &Ctx, std::unique_ptr<mlgo::MLModelRunner> &Runner) {
  return [&Ctx, &Runner](const std::vector<llvm::TensorSpec> &LLVMInputs) {
    return std::make_unique<LLVMModelRunnerAdapter>(Ctx, std::move(Runner),
                                                    LLVMInputs);
  };
}

bool isCertainToPay(int Cost) {
  return Cost <= CertainCost && Cost > LastCallCost;
}

std::vector<TensorSpec> getInlinePolicyInputs() {
  return (*findTask("inline"))->policy().Inputs(RunnerMode::Release, nullptr);
}

InlineAdvisor::InlineAdvisor(Module &M, ModuleAnalysisManager &MAM,
                             FunctionAnalysisManager &FAM,
                             std::unique_ptr<mlgo::MLModelRunner> PolicyRunner,
                             InlineAdvisorConfig TheConfig)
    : MLInlineAdvisorBase(M, MAM, adaptRunner(M.getContext(), PolicyRunner),
                          [this](CallBase &CB) {
                            return Stock.decide(CB, getCallerORE(CB)).Inline;
                          }),
      FAM(FAM), Config(std::move(TheConfig)), Stock(FAM, Config.Params),
      Runner(static_cast<LLVMModelRunnerAdapter &>(*ModelRunner).inner()),
      FirstOwnFeature(compat::getInlineFeatures().size()) {
  if (Config.NameSites || Config.Decisions)
    Sites = std::make_unique<InlineSites>(M);
  Runner.switchContext(M.getName().str());
}

InlineAdvisor::~InlineAdvisor() {
  if (Config.OnExit)
    Config.OnExit(M.getName().str(), Statistics);
}

bool InlineAdvisor::isPolicyActive(const Function &Caller) const {
  return Config.Everywhere || Caller.hasMinSize();
}

bool InlineAdvisor::needsAllSites() const {
  return any_of(Config.Observers,
                [](const auto &O) { return O->needsAllSites(); });
}

bool InlineAdvisor::needsInputs() const {
  return any_of(Config.Observers,
                [](const auto &O) { return O->needsInputs(); });
}

std::unique_ptr<llvm::InlineAdvice>
InlineAdvisor::createAdvice(CallBase &CB, OptimizationRemarkEmitter &ORE,
                            bool Inline, const char *Decider) {
  // What is not inlined changes nothing that would have to be tracked.
  if (!Inline) {
    if (Current.Known)
      ORE.emit([&] {
        return OptimizationRemarkMissed(InlinePassName, "NotInlined", &CB)
               << "'" << ore::NV("Callee", CB.getCalledFunction())
               << "' not inlined into '" << ore::NV("Caller", CB.getCaller())
               << "' as decided by " << ore::NV("Decider", Decider);
      });
    return std::make_unique<llvm::InlineAdvice>(this, CB, ORE, false);
  }
  auto Advice =
      std::make_unique<PolicyAdvice>(this, FAM, CB, ORE, true, Decider);
  if (Sites)
    Advice->notify(*Sites, Current.Name.Path);
  return Advice;
}

std::unique_ptr<llvm::InlineAdvice> InlineAdvisor::getAdviceImpl(CallBase &CB) {
  OptimizationRemarkEmitter &ORE = getCallerORE(CB);
  const StockHeuristic::Answer Answer = Stock.decide(CB, ORE);
  Current = CurrentSite();
  Current.StockDecision = Answer.Inline;
  if (Sites)
    Current.Name = Sites->getName(CB);
  // Attributes and what cannot be inlined are no matter of choice. Where a
  // module has grown far beyond what it was, LLVM's advisor would inline
  // nothing more; stock goes on.
  const bool IsOpen = isPolicyActive(*CB.getCaller()) && !isForcedToStop() &&
                      !Answer.Cost.isAlways() && !Answer.Cost.isNever();
  if (IsOpen) {
    Current.MayAsk = Answer.Inline ? !(Answer.Cost.isVariable() &&
                                       isCertainToPay(Answer.Cost.getCost()))
                                   : getIRSize(*CB.getCalledFunction()) <=
                                         MaxCalleeInstructions;
    if (Sites)
      Current.Key = Current.Name.key();
    if (Config.Decisions)
      Current.Known = Config.Decisions->find(Current.Key);
    if (Current.Known && !*Current.Known && Config.Observers.empty())
      return createAdvice(CB, ORE, decide(CB), "the decisions file");
    // Observers see what is certain too, and may change it.
    const bool IsSeen = Answer.Inline && !Config.Observers.empty();
    if (Current.MayAsk || Current.Known || IsSeen || needsAllSites())
      return MLInlineAdvisor::getAdviceImpl(CB);
  }
  ++Statistics.Stock;
  return createAdvice(CB, ORE, Answer.Inline, "the stock heuristic");
}

std::unique_ptr<MLInlineAdvice>
InlineAdvisor::getMandatoryAdviceImpl(CallBase &CB) {
  auto Advice = std::make_unique<PolicyAdvice>(this, FAM, CB, getCallerORE(CB),
                                               true, "its attributes");
  // What is in a copy of an alwaysinline body is named after its call too.
  if (Sites)
    Advice->notify(*Sites, Sites->getName(CB).Path);
  return Advice;
}

void InlineAdvisor::extractOwnFeatures(CallBase &CB) {
  Function &Caller = *CB.getCaller();
  const InlineFeatureValues Values = extractInlineFeatures(
      CB, getCachedFPI(Caller), getCachedFPI(*CB.getCalledFunction()),
      FAM.getResult<LoopAnalysis>(Caller), Config.Context.LTOPhase,
      Current.StockDecision);
  for (size_t I = 0; I < NumInlineFeatures; ++I)
    *Runner.getTensor<int64_t>(FirstOwnFeature + I) = Values[I];
}

bool InlineAdvisor::decide(CallBase &CB) {
  bool Decision = Current.StockDecision;
  bool Abstained = false;
  if (Current.Known) {
    Decision = *Current.Known;
  } else if (Current.MayAsk && !Config.UseStockDecision) {
    Decision = Runner.evaluate<int64_t>() != 0;
    Abstained = Runner.hasAbstained();
    if (Abstained)
      Decision = Current.StockDecision;
    Config.reportFailure(Runner);
  }
  for (const auto &Observer : Config.Observers)
    Decision =
        Observer->onDecision({CB, Runner, Current.Key, Current.StockDecision,
                              Decision, Current.MayAsk && !Current.Known});
  ++Statistics.Decisions;
  Statistics.Inlined += Decision;
  Statistics.Differ += Decision != Current.StockDecision;
  Statistics.Abstained += Abstained;
  Statistics.Matched += Current.Known != nullptr;
  Decider = Current.Known ? "the decisions file"
            : Abstained   ? "the stock heuristic (policy abstained)"
            : Current.MayAsk && !Config.UseStockDecision
                ? "the policy"
                : "the stock heuristic";
  return Decision;
}

std::unique_ptr<MLInlineAdvice>
InlineAdvisor::getAdviceFromModel(CallBase &CB,
                                  OptimizationRemarkEmitter &ORE) {
  const bool AsksPolicy =
      !Current.Known && Current.MayAsk && !Config.UseStockDecision;
  if (AsksPolicy || needsInputs())
    extractOwnFeatures(CB);
  const bool Decision = decide(CB);
  auto Advice =
      std::make_unique<PolicyAdvice>(this, FAM, CB, ORE, Decision, Decider);
  Advice->tellOutcome(Config.Observers);
  if (Sites)
    Advice->notify(*Sites, Current.Name.Path);
  return Advice;
}

} // namespace mlgo
