//===- InlineAdvisor.h - Asks a policy which calls to inline ----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_INLINEADVISOR_H
#define MLGO_PASSES_INLINER_INLINEADVISOR_H

#include "InlineCounts.h"
#include "InlineSites.h"
#include "StockHeuristic.h"

#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/ModelRunnerAdapter.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlgo {

/// One call site when it is decided.
struct InlineDecision {
  llvm::CallBase &CB;
  /// What decisions are made with; the values are there if an observer needs
  /// them or the policy was asked.
  MLModelRunner &Inputs;
  /// Key of InlineSites; empty unless the config names sites.
  const std::string &Key;
  bool StockDecision;
  bool Decision; ///< What will be done.
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
  /// Ask the policy in every function, not only in those with minsize.
  bool Everywhere = false;
  /// Answer with the stock decision although inputs are gathered.
  bool UseStockDecision = false;
  /// Sites that are decided already; the policy is not asked about them. May
  /// be null.
  std::shared_ptr<const InlineDecisions> Decisions;
  /// Each is told what the one before decided.
  std::vector<std::unique_ptr<InlineObserver>> Observers;
  /// Observers get the key of each site.
  bool NameSites = false;
  /// Called with the module's name and counts when all is decided; may be
  /// empty.
  std::function<void(const std::string &, const InlineCounts &)> OnExit;
  /// Called once, when a runner fails that is to decide; may be empty.
  std::function<void(const Error &)> OnFailure;

  /// Calls OnFailure if \p Runner has failed and nobody knows yet.
  void reportFailure(const MLModelRunner &Runner);
};

/// Makes \p Runner into one of LLVM's, which LLVM's advisor will own.
compat::RunnerFactory adaptRunner(llvm::LLVMContext &Ctx,
                                  std::unique_ptr<MLModelRunner> &Runner);

/// The inputs of an inlining policy, in order: LLVM's features, then ours.
std::vector<TensorSpec> getInlinePolicyInputs();

/// Whether a call of stock cost \p Cost is so cheap to inline that the policy
/// is not asked.
bool isCertainToPay(int Cost);

/// LLVM's own advisor, which extracts its features, tracks the module and
/// enforces its limits, with a policy of ours.
///
/// The policy is asked only where it was trained to answer: in functions with
/// minsize, for calls that may but need not be inlined, and neither for callees
/// that are certain to pay nor for those far beyond any size that does.
/// Everywhere else the stock heuristic decides.
class InlineAdvisor final : public compat::MLInlineAdvisorBase {
public:
  /// \p Runner has the inputs of getInlinePolicyInputs and an int64_t output.
  InlineAdvisor(llvm::Module &M, llvm::ModuleAnalysisManager &MAM,
                llvm::FunctionAnalysisManager &FAM,
                std::unique_ptr<MLModelRunner> Runner,
                InlineAdvisorConfig Config);
  ~InlineAdvisor() override;

private:
  std::unique_ptr<llvm::InlineAdvice>
  getAdviceImpl(llvm::CallBase &CB) override;
  std::unique_ptr<llvm::MLInlineAdvice>
  getAdviceFromModel(llvm::CallBase &CB,
                     llvm::OptimizationRemarkEmitter &ORE) override;
  std::unique_ptr<llvm::MLInlineAdvice>
  getMandatoryAdviceImpl(llvm::CallBase &CB) override;

  /// What is known of the call that is being decided.
  struct CurrentSite {
    InlineSiteName Name;         ///< Empty unless sites are named.
    std::string Key;             ///< Empty unless sites are named.
    const bool *Known = nullptr; ///< What Config.Decisions has for it.
    bool StockDecision = false;
    bool MayAsk = false; ///< The policy may decide.
  };

  bool isPolicyActive(const llvm::Function &Caller) const;
  bool needsAllSites() const;
  bool needsInputs() const;
  /// Advice that is not LLVM's policy advice.
  std::unique_ptr<llvm::InlineAdvice>
  createAdvice(llvm::CallBase &CB, llvm::OptimizationRemarkEmitter &ORE,
               bool Inline, const char *Decider);
  /// Asks who is to decide the current site, tells observers and counts.
  bool decide(llvm::CallBase &CB);
  /// Fills the runner's inputs that are not LLVM's.
  void extractOwnFeatures(llvm::CallBase &CB);

  llvm::FunctionAnalysisManager &FAM;
  InlineAdvisorConfig Config;
  const StockHeuristic Stock;
  InlineCounts Statistics;
  mlgo::MLModelRunner &Runner; ///< Owned by the base class.
  size_t FirstOwnFeature;
  std::unique_ptr<InlineSites> Sites; ///< Null unless sites are named.
  CurrentSite Current;
  const char *Decider = ""; ///< Who decided the current site.
};

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_INLINEADVISOR_H
