//===- InlineAdvisor.h - Asks a policy which calls to inline ----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_INLINEADVISOR_H
#define MLGO_PASSES_INLINER_INLINEADVISOR_H

#include "InlineCounts.h"

#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/ModelRunnerAdapter.h"

#include "llvm/Analysis/InlineCost.h"

#include <functional>
#include <memory>
#include <string>

namespace mlgo {

/// Sees each decision before it is carried out, with its inputs, and may change
/// it. The trainer labels call sites this way; the plugin writes logs.
class InlineObserver {
public:
  virtual ~InlineObserver() = default;

  /// Returns what to do with \p CB, for which the policy answered \p Decision.
  virtual bool onDecision(llvm::CallBase &CB, MLModelRunner &Inputs,
                          bool StockDecision, bool Decision) = 0;
};

/// What an InlineAdvisor needs from outside.
struct InlineAdvisorConfig {
  llvm::InlineParams Params;
  llvm::InlineContext Context;
  /// Ask the policy in every function, not only in those with minsize.
  bool Everywhere = false;
  /// Answer with the stock decision although inputs are gathered.
  bool UseStockDecision = false;
  /// May be null.
  std::unique_ptr<InlineObserver> Observer;
  /// Called with the module's name and counts when all is decided; may be
  /// empty.
  std::function<void(const std::string &, const InlineCounts &)> OnExit;
};

/// The inputs of an inlining policy, in order: LLVM's features, then ours.
std::vector<TensorSpec> getInlinePolicyInputs();

/// LLVM's own advisor, which extracts its features, tracks the module and
/// enforces its limits, with a policy of ours.
///
/// The policy is asked only where it was trained to answer: in functions with
/// minsize, for calls that may but need not be inlined, and not for callees far
/// beyond any size that pays. Everywhere else the stock heuristic decides.
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

  /// What stock decides for one call.
  struct StockAdvice {
    llvm::InlineCost Cost;
    bool Inline;
  };
  StockAdvice getStockAdvice(llvm::CallBase &CB,
                             llvm::OptimizationRemarkEmitter &ORE);
  bool isPolicyActive(const llvm::Function &Caller) const;
  bool isWorthAsking(llvm::Function &Callee, const StockAdvice &Stock) const;

  llvm::FunctionAnalysisManager &FAM;
  const InlineAdvisorConfig Config;
  InlineCounts Statistics;
  mlgo::MLModelRunner &Runner; ///< Owned by the base class.
  size_t FirstOwnFeature;
  bool StockDecision = false; ///< For the call that is being decided.
};

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_INLINEADVISOR_H
