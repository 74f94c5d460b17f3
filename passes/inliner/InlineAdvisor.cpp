//===- InlineAdvisor.cpp - Asks a policy which calls to inline ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineAdvisor.h"

#include "PolicyAdvice.h"

#include "mlgo/llvm/CodePlace.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/task/HotCall.h"
#include "mlgo/task/Task.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Module.h"

#include <limits>

using namespace llvm;

namespace mlgo {
namespace {

/// A callee of more instructions that stock leaves alone is not asked about. Of
/// what single flips gained on the training packages 99 % was below, and
/// walking large callees costs most.
constexpr unsigned MaxCalleeInstructions = 60;

/// The same of callers that are compiled for speed: stock's threshold is 45
/// times that of minsize there.
constexpr unsigned MaxCalleeInstructionsForSpeed = 400;

/// Callees so cheap that no call of them should stay. Of what single flips
/// gained on the training packages 7 % was here, spread over 2 % of the sites,
/// and a wrong answer costs most: such callees are called everywhere.
constexpr int CertainCost = -20;

/// Stock's bonus for the last call of a function is far larger than any cost;
/// that what is called once is inlined is no certainty.
constexpr int LastCallCost = -1000;

/// True if the call may be inlined and need not be. With a profile stock weighs
/// the cycles of a call against bytes and then answers always or never, as for
/// attributes; that is a choice all the same.
bool isChoice(const InlineCost &Cost) {
  return Cost.isVariable() || Cost.getCostBenefit();
}

/// The cost of a choice.
int getChoiceCost(const InlineCost &Cost) {
  if (Cost.isVariable())
    return Cost.getCost();
  return static_cast<int>(Cost.getCostBenefit()->getCost().getLimitedValue(
      std::numeric_limits<int>::max()));
}

} // namespace

void InlineAdvisorConfig::reportFailure(const mlgo::MLModelRunner &Runner) {
  if (const Error *E = Runner.failure(); E && OnFailure)
    std::exchange(OnFailure, nullptr)(*E);
}

bool isCertainToPay(int Cost) {
  return Cost <= CertainCost && Cost > LastCallCost;
}

llvm::InlineAdvisor *createEarlyAdvisor(Module &M, FunctionAnalysisManager &FAM,
                                        InlineParams Params,
                                        InlineContext Context) {
  InlineAdvisorConfig Config;
  Config.Params = Params;
  Config.Context = Context;
  Config.UseStockDecision = Config.NameSites = Config.KeepSiteMarks = true;
  return new InlineAdvisor(
      M, FAM,
      std::make_unique<mlgo::NoInferenceModelRunner>(getInlinePolicyInputs()),
      std::move(Config));
}

std::vector<TensorSpec> getInlinePolicyInputs() {
  return (*findTask("inline"))->policy().Inputs(RunnerMode::Release, nullptr);
}

InlineAdvisor::InlineAdvisor(Module &M, FunctionAnalysisManager &FAM,
                             std::unique_ptr<mlgo::MLModelRunner> PolicyRunner,
                             InlineAdvisorConfig TheConfig)
    : llvm::InlineAdvisor(M, FAM), Config(std::move(TheConfig)),
      Runner(std::move(PolicyRunner)), Scope(Runner->scope()),
      Stock(FAM, Config.Params, &StockCosts),
      Corrected(FAM, Config.Params, &Costs, Scope.limit("threshold")),
      LoopThreshold(Scope.limit("loop_threshold")),
      InLoops(FAM, Config.Params, &LoopCosts, LoopThreshold), Facts(FAM),
      Observation(M, FAM, *Runner, Costs, Config.Context.LTOPhase,
                  !Config.Observers.empty()),
      Answers(*Runner) {
  if (Config.NameSites || Config.Decisions)
    Sites = std::make_unique<InlineSites>(M, Config.KeepSiteMarks);
  Runner->switchContext(M.getName().str());
}

InlineAdvisor::~InlineAdvisor() {
  if (Config.OnExit)
    Config.OnExit(M.getName().str(), Statistics);
}

void InlineAdvisor::onPassEntry(LazyCallGraph::SCC *SCC) {
  Facts.onVisit(SCC);
  Costs.clear();
  LoopCosts.clear();
  StockCosts.clear();
}

void InlineAdvisor::onPassExit(LazyCallGraph::SCC *SCC) { onPassEntry(SCC); }

bool InlineAdvisor::isPolicyActive(const CallBase &CB) const {
  if (Config.Everywhere)
    return true;
  // What is still external when full LTO links has to stay, whatever is
  // inlined. The policy knows functions that go when their last call has gone.
  if (Config.Context.LTOPhase == ThinOrFullLTOPhase::FullLTOPostLink &&
      CB.getCalledFunction()->hasExternalLinkage())
    return false;
  return Scope.servesLevel(getLevelName(getSizeLevel(*CB.getCaller())));
}

bool InlineAdvisor::runsOften(CallBase &CB) {
  return LoopThreshold && !CB.getCaller()->hasMinSize() &&
         Facts.loopDepth(CB) > 0 && isVeryHotCall(Facts.frequency(CB));
}

bool InlineAdvisor::askStock(CallBase &CB, OptimizationRemarkEmitter &ORE,
                             bool Else) {
  return Config.CompareWithStock ? Stock.decide(CB, ORE).Inline : Else;
}

bool InlineAdvisor::isGuarded(CallBase &CB, OptimizationRemarkEmitter &ORE) {
  if (!Config.GuardHot || !CB.getCaller()->hasOptSize() ||
      Facts.loopDepth(CB) == 0 || !isHotCall(Facts.frequency(CB)))
    return false;
  const StockHeuristic::Answer Answer = Stock.decide(CB, ORE);
  return Answer.Inline && isChoice(Answer.Cost);
}

bool InlineAdvisor::needsAllSites() const {
  return any_of(Config.Observers,
                [](const auto &O) { return O->needsAllSites(); });
}

bool InlineAdvisor::needsInputs() const {
  return any_of(Config.Observers,
                [](const auto &O) { return O->needsInputs(); });
}

void InlineAdvisor::identify(CallBase &CB, bool IsActive) {
  Current = CurrentSite();
  if (!Sites)
    return;
  Current.Name = Sites->getName(CB);
  if (!IsActive)
    return;
  Current.Key = Current.Name.key();
  if (Config.Decisions)
    Current.Known = Config.Decisions->find(Current.Key);
}

std::unique_ptr<llvm::InlineAdvice>
InlineAdvisor::createAdvice(CallBase &CB, OptimizationRemarkEmitter &ORE,
                            bool Inline, const char *Decider) {
  // What is not inlined changes nothing, and stock does not say so either.
  if (!Inline && !Current.Known)
    return std::make_unique<llvm::InlineAdvice>(this, CB, ORE, false);
  auto Advice =
      std::make_unique<PolicyAdvice>(this, Facts, CB, ORE, Inline, Decider);
  if (Sites)
    Advice->notify(*Sites, Current.Name.Path);
  return Advice;
}

std::unique_ptr<llvm::InlineAdvice>
InlineAdvisor::createDecidedAdvice(CallBase &CB, OptimizationRemarkEmitter &ORE,
                                   int Cost) {
  const bool AsksPolicy =
      !Current.Known && Current.MayAsk && !Config.UseStockDecision;
  if (const bool All = needsInputs(); AsksPolicy || All)
    Observation.fill({CB, Cost, Current.StockDecision}, Facts, All);
  const bool Decision = decide(CB);
  auto Advice =
      std::make_unique<PolicyAdvice>(this, Facts, CB, ORE, Decision, Decider);
  Advice->tellOutcome(Config.Observers);
  if (Sites)
    Advice->notify(*Sites, Current.Name.Path);
  return Advice;
}

std::unique_ptr<llvm::InlineAdvice> InlineAdvisor::getAdviceImpl(CallBase &CB) {
  OptimizationRemarkEmitter &ORE = getCallerORE(CB);
  bool IsActive = isPolicyActive(CB);
  const bool MayCorrect = IsActive && !Config.UseStockDecision;
  const bool IsGuarded = MayCorrect && isGuarded(CB, ORE);
  const bool IsInLoop = MayCorrect && (IsGuarded || runsOften(CB));
  const StockHeuristic &Heuristic = IsGuarded    ? Stock
                                    : IsInLoop   ? InLoops
                                    : MayCorrect ? Corrected
                                                 : Stock;
  // Who searched decisions knows what they are for.
  identify(CB, IsActive || Config.Decisions);
  IsActive |= Current.Known != nullptr;
  const unsigned MaxInstructions =
      getSizeLevel(*CB.getCaller()) == SizeLevel::Speed
          ? MaxCalleeInstructionsForSpeed
          : MaxCalleeInstructions;
  const bool IsSmall =
      IsActive && !IsInLoop &&
      Facts.counts(*CB.getCalledFunction()).Instructions <= MaxInstructions;
  // The whole cost is an input of the policy. Stock stops at its threshold.
  const StockHeuristic::Answer Answer = Heuristic.decide(
      CB, ORE, IsSmall || (IsActive && (Current.Known || needsAllSites())));
  Current.StockDecision = Answer.Inline;
  Current.StockInlines =
      MayCorrect ? askStock(CB, ORE, Answer.Inline) : Answer.Inline;
  // Attributes and what cannot be inlined are no matter of choice.
  if (IsActive && isChoice(Answer.Cost)) {
    const int Cost = getChoiceCost(Answer.Cost);
    Current.MayAsk =
        Answer.Inline ? !IsInLoop && !isCertainToPay(Cost) : IsSmall;
    if (Current.Known && !*Current.Known && Config.Observers.empty())
      return createAdvice(CB, ORE, decide(CB), "the decisions file");
    // Observers see what is certain too, and may change it.
    const bool IsSeen = Answer.Inline && !Config.Observers.empty();
    if (Current.MayAsk || Current.Known || IsSeen || needsAllSites())
      return createDecidedAdvice(CB, ORE, Cost);
  }
  Current.Known = nullptr;
  ++Statistics.Stock;
  Statistics.Differ += Answer.Inline != Current.StockInlines;
  return createAdvice(CB, ORE, Answer.Inline, "the stock heuristic");
}

std::unique_ptr<llvm::InlineAdvice>
InlineAdvisor::getMandatoryAdvice(CallBase &CB, bool Inline) {
  // What is in a copy of an alwaysinline body is named after its call too.
  identify(CB, /*IsActive=*/false);
  return createAdvice(CB, getCallerORE(CB), Inline, "its attributes");
}

AnswerMemory::Answer InlineAdvisor::askPolicy() {
  const auto Ask = [&] {
    const bool Decision = Runner->evaluate<int64_t>() != 0;
    Config.reportFailure(*Runner);
    return AnswerMemory::Answer{Decision, Runner->hasAbstained()};
  };
  // Others may answer otherwise next time, or want to see every question.
  return Runner->getKind() == mlgo::MLModelRunner::Kind::Release
             ? Answers.get(Ask)
             : Ask();
}

bool InlineAdvisor::decide(CallBase &CB) {
  bool Decision = Current.StockDecision;
  bool Abstained = false;
  if (Current.Known) {
    Decision = *Current.Known;
  } else if (Current.MayAsk && !Config.UseStockDecision) {
    const AnswerMemory::Answer Answer = askPolicy();
    Abstained = Answer.Abstained;
    Decision = Abstained ? Current.StockDecision : Answer.Decision;
  }
  for (const auto &Observer : Config.Observers)
    Decision = Observer->onDecision(
        {CB, *Runner, Current.Key, Current.StockDecision, Current.StockInlines,
         Decision, Current.MayAsk && !Current.Known});
  // Whoever only looks on changes no count.
  const bool IsCounted =
      Current.MayAsk || Current.Known || Decision != Current.StockDecision;
  Statistics.Decisions += IsCounted;
  Statistics.Stock += !IsCounted;
  Statistics.Inlined += IsCounted && Decision;
  Statistics.Differ += Decision != Current.StockInlines;
  Statistics.Abstained += Abstained;
  Statistics.Matched += Current.Known != nullptr;
  Decider = Current.Known ? "the decisions file"
            : Abstained   ? "the stock heuristic (policy abstained)"
            : Current.MayAsk && !Config.UseStockDecision
                ? "the policy"
                : "the stock heuristic";
  return Decision;
}

} // namespace mlgo
