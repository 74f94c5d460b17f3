// Asks a policy which calls to inline
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AnswerMemory.h"
#include "InlineCounts.h"
#include "InlineObservation.h"
#include "InlineSites.h"
#include "StockHeuristic.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InlineAdvisor.h"

namespace mlgo {
/// One call site when it is decided.
struct InlineDecision {
  llvm::CallBase &CB;
  /// What decisions are made with; the values are there if an observer needs
  /// them or the policy was asked.
  MLModelRunner &Inputs;
  /// Key of InlineSites; empty unless the config names sites.
  const std::string &Key;
  bool StockDecision; ///< What the policy corrects.
  bool StockInlines;  ///< What stock does at this level, if that is compared.
  bool Decision;      ///< What will be done.
  /// The policy was asked, or would have been if stock did not decide all.
  bool IsPolicys;
};

/// What became of a call after it was decided.
enum class InlineOutcome { NotInlined, Inlined, InlinedAndDeleted };

/// Sees each decision before it is carried out, and may change it. The trainer
/// labels call sites this way; the plugin writes logs.
class InlineObserver {
public:
  virtual ~InlineObserver() = default;

  /// Returns what to do with the call.
  virtual bool onDecision(const InlineDecision &D) = 0;

  /// Is told, before the next decision, what became of the call of the last
  /// one, which was in \p Caller.
  virtual void onOutcome(llvm::Function &Caller, InlineOutcome Outcome) {}

  /// True to see also the sites that the policy is not asked about because
  /// their callee is far too large.
  virtual bool needsAllSites() const { return false; }

  /// False if the inputs need not be gathered for its sake, which is most of
  /// the cost of a site that is decided already. May change at any time.
  virtual bool needsInputs() const { return true; }
};

/// What an InlineAdvisor needs from outside.
struct InlineAdvisorConfig {
  llvm::InlineParams Params;
  llvm::InlineContext Context;
  /// Ask the policy in every function, not only in those of a level that it
  /// says it is for (MLModelRunner::scope).
  bool Everywhere = false;
  /// Answer with the stock decision although inputs are gathered.
  bool UseStockDecision = false;
  /// In functions with minsize or optsize the policy is not asked about calls
  /// that run often (isHotCall) and that stock inlines.
  bool GuardHot = true;
  /// Count where decisions are not those of stock at this level, which takes a
  /// second look at each call. Else they are compared with what the policy
  /// corrects.
  bool CompareWithStock = false;
  /// Sites that are decided already; the policy is not asked about them. May
  /// be null.
  std::shared_ptr<const InlineDecisions> Decisions;
  /// Each is told what the one before decided.
  std::vector<std::unique_ptr<InlineObserver>> Observers;
  /// Observers get the key of each site.
  bool NameSites = false;
  /// Another advisor goes on with the names.
  bool KeepSiteMarks = false;
  /// Called with the module's name and counts when all is decided; may be
  /// empty.
  std::function<void(const std::string &, const InlineCounts &)> OnExit;
  /// Called once, when a runner fails that is to decide; may be empty.
  std::function<void(const Error &)> OnFailure;

  /// Calls OnFailure if \p Runner has failed and nobody knows yet.
  void reportFailure(const MLModelRunner &Runner);
};

/// An advisor for the inliner that runs before a profile is made or read. It
/// decides as stock, because both builds have to be the same there, and names
/// the sites for the advisor that comes after it.
llvm::InlineAdvisor *createEarlyAdvisor(llvm::Module &M,
                                        llvm::FunctionAnalysisManager &FAM,
                                        llvm::InlineParams Params,
                                        llvm::InlineContext Context);

/// The inputs of an inlining policy, in order: LLVM's features, then ours.
std::vector<TensorSpec> getInlinePolicyInputs();

/// Whether a call of stock cost \p Cost is so cheap to inline that the policy
/// is not asked.
bool isCertainToPay(int Cost);

/// Asks a policy of ours which calls to inline.
///
/// The policy is asked only where it was trained to answer: in functions of its
/// levels, for calls that may but need not be inlined, and neither for callees
/// that are certain to pay nor for those far beyond any size that does.
/// Everywhere else the stock heuristic decides. A decision takes time for the
/// callee, not for the caller, however large that becomes.
class InlineAdvisor final : public llvm::InlineAdvisor {
public:
  /// \p Runner has the inputs of getInlinePolicyInputs and an int64_t output.
  InlineAdvisor(llvm::Module &M, llvm::FunctionAnalysisManager &FAM,
                std::unique_ptr<MLModelRunner> Runner,
                InlineAdvisorConfig Config);
  ~InlineAdvisor() override;

  void onPassEntry(llvm::LazyCallGraph::SCC *SCC) override;
  void onPassExit(llvm::LazyCallGraph::SCC *SCC) override;

private:
  std::unique_ptr<llvm::InlineAdvice>
  getAdviceImpl(llvm::CallBase &CB) override;
  std::unique_ptr<llvm::InlineAdvice> getMandatoryAdvice(llvm::CallBase &CB,
                                                         bool Inline) override;

  /// What is known of a call before anybody decides.
  struct Site {
    llvm::CallBase &CB;
    llvm::OptimizationRemarkEmitter &ORE;
    InlineSiteName Name = {};    ///< Empty unless sites are named.
    std::string Key = {};        ///< Empty unless sites are named.
    const bool *Known = nullptr; ///< What Config.Decisions has for it.
    bool StockDecision = false;  ///< What the policy corrects, if it is asked.
    bool StockInlines = false;   ///< What stock does at this level.
    bool MayAsk = false;         ///< The policy may decide.
  };

  /// What becomes of a call, and who says so.
  struct Verdict {
    bool Inline;
    const char *Decider;
    bool IsObserved = false; ///< Observers were asked, and hear the outcome.
    bool IsKnown = false;    ///< It is of Config.Decisions.
  };

  bool isPolicyActive(const llvm::CallBase &CB) const;
  /// Whether the functions of \p CB may call each other for ever: stock makes
  /// loops of some, and without them a program needs more stack for each round.
  bool isInCycle(const llvm::CallBase &CB) const;
  /// True if the policy leaves \p CB alone because it would make a loop slow.
  bool runsOften(llvm::CallBase &CB);
  /// Stock's own answer at this level; \p Else if nobody asks for it.
  bool askStock(llvm::CallBase &CB, llvm::OptimizationRemarkEmitter &ORE,
                bool Else);
  /// Stock's answer if \p CB runs often and stock inlines it, where GuardHot
  /// counts.
  std::optional<StockHeuristic::Answer>
  guard(llvm::CallBase &CB, llvm::OptimizationRemarkEmitter &ORE);
  /// Whether \p CB is seldom reached in a short caller that others may inline.
  bool isSlowPath(llvm::CallBase &CB);
  bool needsAllSites() const;
  bool needsInputs() const;
  /// \p CB as far as the sites know it, if there are any.
  Site identify(llvm::CallBase &CB, llvm::OptimizationRemarkEmitter &ORE,
                bool IsActive) const;
  /// Who decides \p S where the policy is active or the decision known, and
  /// what.
  Verdict judge(Site &S, bool IsActive);
  /// The verdict on \p S, of stock cost \p Cost, if that is a matter of choice
  /// for others than the stock heuristic.
  std::optional<Verdict> choose(const Site &S, int Cost);
  /// Asks who is to decide \p S, tells observers and counts.
  Verdict decide(const Site &S);
  /// Whether \p Callee still fits in what the policy may add to the module; it
  /// counts as added then.
  bool takeRoom(llvm::Function &Callee);
  /// What the policy says to the inputs that are filled.
  AnswerMemory::Answer askPolicy();
  std::unique_ptr<llvm::InlineAdvice> createAdvice(const Site &S,
                                                   const Verdict &V);

  InlineAdvisorConfig Config;
  CostMemory Costs;
  CostMemory LoopCosts;  ///< What is remembered has a threshold.
  CostMemory StockCosts; ///< The same.
  /// The functions that are visited, if several call each other.
  llvm::SmallPtrSet<const llvm::Function *, 8> Cycle;
  InlineCounts Statistics;
  const std::unique_ptr<MLModelRunner> Runner;
  const ModelScope Scope;
  const StockHeuristic Stock;     ///< Decides where the policy does not.
  const StockHeuristic Corrected; ///< Answers what the policy corrects.
  const std::optional<int> LoopThreshold;
  const bool LeavesExported;
  const bool ExtendsVariables; ///< See extendsVariables(); stock decides.
  /// Instructions of callees that the policy may still inline where stock does
  /// not.
  std::optional<uint64_t> Room;
  const StockHeuristic InLoops; ///< Decides calls that run often.
  FunctionFacts Facts;
  InlineObservation Observation;
  std::unique_ptr<InlineSites> Sites; ///< Null unless sites are named.
  AnswerMemory Answers;
};
} // namespace mlgo
