// LLVM's ML advisor as it is
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "InlineAdvisor.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/ModelRunnerAdapter.h"

namespace mlgo {
/// The inputs that LLVM's own policies have, in order, and, if wanted, last
/// `inlining_default`: what the stock heuristic decides.
std::vector<TensorSpec> getLLVMInlineInputs(bool IncludeDefault);

/// LLVM's advisor with a runner of ours, for models and trainers that were made
/// for it: it asks where LLVM's asks, in every function and about every call
/// that may but need not be inlined, and stops where LLVM's stops.
///
/// Once the runner has failed, stock decides all that is left.
class LLVMFeatureAdvisor final : public compat::MLInlineAdvisorBase {
public:
  /// \p Runner has the inputs of getLLVMInlineInputs and an int64_t output. Of
  /// \p Config, Everywhere is as if true, and there are no sites: Decisions
  /// and NameSites have no effect.
  LLVMFeatureAdvisor(llvm::Module &M, llvm::ModuleAnalysisManager &MAM,
                     llvm::FunctionAnalysisManager &FAM,
                     std::unique_ptr<MLModelRunner> Runner,
                     InlineAdvisorConfig Config);
  ~LLVMFeatureAdvisor() override;

private:
  std::unique_ptr<llvm::InlineAdvice>
  getAdviceImpl(llvm::CallBase &CB) override;
  std::unique_ptr<llvm::MLInlineAdvice>
  getAdviceFromModel(llvm::CallBase &CB,
                     llvm::OptimizationRemarkEmitter &ORE) override;

  InlineAdvisorConfig Config;
  const StockHeuristic Stock;
  InlineCounts Statistics;
  mlgo::MLModelRunner &Runner; ///< Owned by the base class.
};
} // namespace mlgo
