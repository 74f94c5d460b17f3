// Asks a policy which calls to inline
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineAdvisor.h"
#include "PolicyAdvice.h"
#include "compile/CodePlace.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "task/HotCall.h"
#include "task/Task.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include <limits>

using namespace llvm;

namespace mlgo {
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

/// At -Os short functions keep the calls that stock leaves and that happen in
/// less than half of their runs, of 64: with the code for the rest inlined, as
/// of a vector that has to grow, they are inlined nowhere, not even in hot
/// loops. Without this C++ kernels are 0.9 % smaller, one of 18 executes 2.8 %
/// more, and all execute 0.3 % more in the mean (bench/kernels.py).
constexpr unsigned ShortCallerInstructions = 30;
constexpr int64_t SlowPathFrequency = 32;

/// Stock's bonus for the last call of a function is far larger than any cost;
/// that what is called once is inlined is no certainty.
constexpr int LastCallCost = -1000;

/// True if the call may be inlined and need not be. With a profile stock weighs
/// the cycles of a call against bytes and then answers always or never, as for
/// attributes; that is a choice all the same.
static bool isChoice(const InlineCost &Cost) {
  return Cost.isVariable() || Cost.getCostBenefit();
}

/// Whether \p Callee is a function of C that other files may call. Without
/// --gc-sections, and with -rdynamic, it stays whatever is inlined; policies
/// for size know functions that go when their last call has gone. Code of C
/// programs is 0.5 % smaller without asking if they stay, and no larger if they
/// go; that of C++ programs is 0.1 % larger if they go, and rustc always links
/// so that they do.
static bool isExported(const Function &Callee) {
  const StringRef Name = Callee.getName();
  const bool IsOfC = !Name.starts_with("_Z") && !Name.starts_with("_R");
  return IsOfC && Callee.hasExternalLinkage();
}

/// What a policy with the limit `growth` may add to any module, however small.
constexpr uint64_t LeastRoom = 200;

/// \p Percent of the instructions of \p M and LeastRoom. A policy that inlines
/// for speed is asked about one call at a time; callers of callers, one inlined
/// into the next, can become many times as large.
static std::optional<uint64_t> getRoom(const Module &M,
                                       std::optional<int> Percent) {
  if (!Percent)
    return std::nullopt;
  uint64_t Instructions = 0;
  for (const Function &F : M)
    Instructions += F.getInstructionCount();
  return LeastRoom + Instructions * *Percent / 100;
}

/// The cost of a choice.
static int getChoiceCost(const InlineCost &Cost) {
  if (Cost.isVariable())
    return Cost.getCost();
  return static_cast<int>(Cost.getCostBenefit()->getCost().getLimitedValue(
      std::numeric_limits<int>::max()));
}

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
      LeavesExported(Scope.limit("leave_exported").value_or(0)),
      ExtendsVariables(extendsVariables(M)),
      Room(getRoom(M, Scope.limit("growth"))),
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
  Cycle.clear();
  if (SCC && SCC->size() > 1)
    for (LazyCallGraph::Node &N : *SCC)
      Cycle.insert(&N.getFunction());
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

bool InlineAdvisor::isInCycle(const CallBase &CB) const {
  return Cycle.contains(CB.getCaller()) &&
         Cycle.contains(CB.getCalledFunction());
}

bool InlineAdvisor::runsOften(CallBase &CB) {
  return LoopThreshold && !CB.getCaller()->hasMinSize() &&
         Facts.loopDepth(CB) > 0 && isVeryHotCall(Facts.frequency(CB));
}

bool InlineAdvisor::askStock(CallBase &CB, OptimizationRemarkEmitter &ORE,
                             bool Else) {
  return Config.CompareWithStock ? Stock.decide(CB, ORE).Inline : Else;
}

std::optional<StockHeuristic::Answer>
InlineAdvisor::guard(CallBase &CB, OptimizationRemarkEmitter &ORE) {
  Function &Caller = *CB.getCaller();
  if (!Config.GuardHot || !Caller.hasOptSize() ||
      !isHotCall(Facts.frequency(CB), Caller.hasMinSize()))
    return std::nullopt;
  const StockHeuristic::Answer Answer = Stock.decide(CB, ORE);
  if (!Answer.Inline || !isChoice(Answer.Cost))
    return std::nullopt;
  return Answer;
}

bool InlineAdvisor::isSlowPath(CallBase &CB) {
  Function &Caller = *CB.getCaller();
  return Config.GuardHot && Caller.hasOptSize() && !Caller.hasMinSize() &&
         Facts.counts(Caller).Instructions < ShortCallerInstructions &&
         Facts.frequency(CB) < SlowPathFrequency;
}

bool InlineAdvisor::needsAllSites() const {
  return any_of(Config.Observers,
                [](const auto &O) { return O->needsAllSites(); });
}

bool InlineAdvisor::needsInputs() const {
  return any_of(Config.Observers,
                [](const auto &O) { return O->needsInputs(); });
}

InlineAdvisor::Site InlineAdvisor::identify(CallBase &CB,
                                            OptimizationRemarkEmitter &ORE,
                                            bool IsActive) const {
  Site S = {CB, ORE};
  if (!Sites)
    return S;
  S.Name = Sites->getName(CB);
  if (!IsActive)
    return S;
  S.Key = S.Name.key();
  if (Config.Decisions)
    S.Known = Config.Decisions->find(S.Key);
  return S;
}

std::unique_ptr<llvm::InlineAdvice>
InlineAdvisor::createAdvice(const Site &S, const Verdict &V) {
  // What is not inlined changes nothing, and stock does not say so either.
  if (!V.Inline && !V.IsObserved && !V.IsKnown)
    return std::make_unique<llvm::InlineAdvice>(this, S.CB, S.ORE, false);
  auto Advice = std::make_unique<PolicyAdvice>(this, Facts, S.CB, S.ORE,
                                               V.Inline, V.Decider);
  if (V.IsObserved)
    Advice->tellOutcome(Config.Observers);
  if (Sites)
    Advice->notify(*Sites, S.Name.Path);
  return Advice;
}

std::unique_ptr<llvm::InlineAdvice> InlineAdvisor::getAdviceImpl(CallBase &CB) {
  const bool IsActive = isPolicyActive(CB);
  // Searched decisions apply everywhere, even where the policy would not.
  Site S = identify(CB, getCallerORE(CB), IsActive || Config.Decisions);
  const Verdict V = judge(S, IsActive);
  return createAdvice(S, V);
}

std::unique_ptr<llvm::InlineAdvice>
InlineAdvisor::getMandatoryAdvice(CallBase &CB, bool Inline) {
  // What is in a copy of an alwaysinline body is named after its call too.
  return createAdvice(identify(CB, getCallerORE(CB), /*IsActive=*/false),
                      {Inline, "its attributes"});
}

InlineAdvisor::Verdict InlineAdvisor::judge(Site &S, bool IsActive) {
  const bool IsForSpeed = getSizeLevel(*S.CB.getCaller()) == SizeLevel::Speed;
  const bool Stays =
      (LeavesExported && isExported(*S.CB.getCalledFunction())) ||
      ExtendsVariables || isInCycle(S.CB);
  const bool MayCorrect = IsActive && !Stays && !Config.UseStockDecision;
  const auto Guarded = MayCorrect ? guard(S.CB, S.ORE) : std::nullopt;
  const bool IsInLoop = MayCorrect && (Guarded || runsOften(S.CB));
  const StockHeuristic &Heuristic = Guarded || !MayCorrect ? Stock
                                    : IsInLoop             ? InLoops
                                                           : Corrected;
  IsActive |= S.Known != nullptr;
  const unsigned MaxInstructions =
      IsForSpeed ? MaxCalleeInstructionsForSpeed : MaxCalleeInstructions;
  const bool IsSmall =
      IsActive && !IsInLoop &&
      Facts.counts(*S.CB.getCalledFunction()).Instructions <= MaxInstructions;
  // The whole cost is an input of the policy. Stock stops at its threshold.
  const bool WholeCost = IsSmall || (IsActive && (S.Known || needsAllSites()));
  const StockHeuristic::Answer Answer =
      Guarded && !WholeCost ? *Guarded
                            : Heuristic.decide(S.CB, S.ORE, WholeCost);
  S.StockDecision = Answer.Inline;
  S.StockInlines = &Heuristic == &Stock ? Answer.Inline
                                        : askStock(S.CB, S.ORE, Answer.Inline);
  // Attributes and what cannot be inlined are no matter of choice.
  if (IsActive && isChoice(Answer.Cost)) {
    const int Cost = getChoiceCost(Answer.Cost);
    S.MayAsk = !Stays && (Answer.Inline ? !IsInLoop && !isCertainToPay(Cost)
                                        : IsSmall && !isSlowPath(S.CB));
    if (const auto Chosen = choose(S, Cost))
      return *Chosen;
  }
  ++Statistics.Stock;
  Statistics.Differ += Answer.Inline != S.StockInlines;
  return {Answer.Inline, "the stock heuristic"};
}

std::optional<InlineAdvisor::Verdict> InlineAdvisor::choose(const Site &S,
                                                            int Cost) {
  if (S.Known && !*S.Known && Config.Observers.empty()) {
    Verdict V = decide(S);
    V.Decider = "the decisions file";
    V.IsObserved = false;
    return V;
  }
  // Observers see what is certain too, and may change it.
  const bool IsSeen = S.StockDecision && !Config.Observers.empty();
  if (!S.MayAsk && !S.Known && !IsSeen && !needsAllSites())
    return std::nullopt;
  const bool AsksPolicy = !S.Known && S.MayAsk && !Config.UseStockDecision;
  if (const bool All = needsInputs(); AsksPolicy || All)
    Observation.fill({S.CB, Cost, S.StockDecision}, Facts, All);
  return decide(S);
}

bool InlineAdvisor::takeRoom(Function &Callee) {
  if (!Room)
    return true;
  const uint64_t Instructions = Facts.counts(Callee).Instructions;
  if (Instructions > *Room)
    return false;
  *Room -= Instructions;
  return true;
}

AnswerMemory::Answer InlineAdvisor::askPolicy() {
  const auto Ask = [&] {
    const bool Decision = Runner->evaluate<int64_t>() != 0;
    Config.reportFailure(*Runner);
    return AnswerMemory::Answer{Decision, Runner->hasAbstained()};
  };
  // Only built-in policies are functions of their inputs alone; models under
  // training and hosts must see every question.
  return Runner->getKind() == mlgo::MLModelRunner::Kind::Release
             ? Answers.get(Ask)
             : Ask();
}

InlineAdvisor::Verdict InlineAdvisor::decide(const Site &S) {
  bool Decision = S.StockDecision;
  bool Abstained = false;
  const bool AsksPolicy = S.MayAsk && !Config.UseStockDecision;
  if (S.Known) {
    Decision = *S.Known;
  } else if (AsksPolicy) {
    const AnswerMemory::Answer Answer = askPolicy();
    Abstained = Answer.Abstained;
    Decision = Abstained ? S.StockDecision : Answer.Decision;
    if (Decision && !S.StockDecision)
      Decision = takeRoom(*S.CB.getCalledFunction());
  }
  for (const auto &Observer : Config.Observers)
    Decision =
        Observer->onDecision({S.CB, *Runner, S.Key, S.StockDecision,
                              S.StockInlines, Decision, S.MayAsk && !S.Known});
  // Whoever only looks on changes no count.
  const bool IsCounted = S.MayAsk || S.Known || Decision != S.StockDecision;
  Statistics.Decisions += IsCounted;
  Statistics.Stock += !IsCounted;
  Statistics.Inlined += IsCounted && Decision;
  Statistics.Differ += Decision != S.StockInlines;
  Statistics.Abstained += Abstained;
  Statistics.Matched += S.Known != nullptr;
  const char *Decider = S.Known      ? "the decisions file"
                        : Abstained  ? "the stock heuristic (policy abstained)"
                        : AsksPolicy ? "the policy"
                                     : "the stock heuristic";
  return {Decision, Decider, /*IsObserved=*/true, S.Known != nullptr};
}
} // namespace mlgo
