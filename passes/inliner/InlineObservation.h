// Fills a policy's inputs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CostMemory.h"
#include "FunctionFacts.h"
#include "InlineFeatures.h"
#include "TargetCode.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/InlineModelFeatureMaps.h"

namespace mlgo {
class MLModelRunner;

/// What is known of a call when it is decided.
struct InlineQuestion {
  llvm::CallBase &CB; ///< Direct.
  int Cost;           ///< Stock's, of the whole callee.
  bool StockDecision;
};

/// Fills the inputs of getInlinePolicyInputs in a runner: of LLVM's features
/// and ours those that its policy reads, or all of them.
///
/// LLVM's features are as its own advisor has them, but for some that it
/// updates at great cost: node_count and edge_count are those at the beginning,
/// uses are counted as far as FunctionFacts does. The cost has what LLVM's
/// lacks where addresses have to be aligned.
class InlineObservation {
public:
  /// \p M is not inlined into yet. \p MayNeedAll if fill will be called for
  /// all inputs, too.
  InlineObservation(llvm::Module &M, llvm::FunctionAnalysisManager &FAM,
                    MLModelRunner &Runner, CostMemory &Costs,
                    llvm::ThinOrFullLTOPhase Phase, bool MayNeedAll);

  /// Fills what the policy reads, or \p All.
  void fill(const InlineQuestion &Q, FunctionFacts &Facts, bool All);

private:
  bool wants(llvm::FeatureIndex Input) const;
  void set(llvm::FeatureIndex Input, int64_t Value);
  void measureCallGraph(llvm::Module &M);
  void fillCosts(llvm::CallBase &CB);
  void fillLLVMs(const InlineQuestion &Q, FunctionFacts &Facts);

  llvm::FunctionAnalysisManager &FAM;
  MLModelRunner &Runner;
  CostMemory &Costs;
  const llvm::ThinOrFullLTOPhase Phase;
  const TargetCode Target;
  const size_t FirstOwn;    ///< Ours are behind LLVM's.
  llvm::BitVector Read;     ///< By the policy.
  bool ReadsWalked = false; ///< A part of the cost that takes a walk.
  InlineFeatureSet ReadOwn;
  bool All = false; ///< Of the current call.
  llvm::DenseMap<const llvm::Function *, unsigned> Heights;
  int64_t NumNodes = 0, NumEdges = 0;
};
} // namespace mlgo
