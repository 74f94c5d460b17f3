// Fills a policy's inputs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineObservation.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/runner/MLModelRunner.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace mlgo {
using L = FeatureIndex;

/// How many parts the cost has, which come first.
constexpr auto NumCosts =
    static_cast<size_t>(InlineCostFeatureIndex::NumberOfFeatures);

/// Whether LLVM finds \p Input by a walk over the callee.
static bool isWalked(size_t Input) {
  return Input < NumCosts && Input != size_t(L::is_multiple_blocks) &&
         Input != size_t(L::constant_args) && Input != size_t(L::callsite_cost);
}

InlineObservation::InlineObservation(Module &M, FunctionAnalysisManager &FAM,
                                     mlgo::MLModelRunner &Runner,
                                     CostMemory &Costs,
                                     ThinOrFullLTOPhase Phase, bool MayNeedAll)
    : FAM(FAM), Runner(Runner), Costs(Costs), Phase(Phase),
      Target(TargetCode::of(Triple(M.getTargetTriple()))),
      FirstOwn(compat::getInlineFeatures().size()),
      Read(Runner.inputs().size()) {
  for (size_t I = 0; I < Read.size(); ++I)
    Read[I] = Runner.reads(I);
  for (size_t I : Read.set_bits())
    ReadsWalked |= isWalked(I);
  for (size_t I = 0; I < ReadOwn.size(); ++I)
    ReadOwn[I] = Read[FirstOwn + I];
  All = MayNeedAll;
  if (wants(L::callsite_height) || wants(L::node_count) || wants(L::edge_count))
    measureCallGraph(M);
}

bool InlineObservation::wants(FeatureIndex Input) const {
  return All || Read[static_cast<size_t>(Input)];
}

void InlineObservation::set(FeatureIndex Input, int64_t Value) {
  *Runner.getTensor<int64_t>(Input) = Value;
}

/// Heights are of whole cycles, which are all as high as the highest call out
/// of them.
void InlineObservation::measureCallGraph(Module &M) {
  CallGraph Graph(M);
  for (auto Cycle = scc_begin(&Graph); !Cycle.isAtEnd(); ++Cycle) {
    unsigned Height = 0;
    for (const CallGraphNode *Node : *Cycle) {
      const Function *F = Node->getFunction();
      if (!F || F->isDeclaration())
        continue;
      ++NumNodes;
      for (const Instruction &I : instructions(F)) {
        const auto *Call = dyn_cast<CallBase>(&I);
        const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (!Callee || Callee->isDeclaration())
          continue;
        ++NumEdges;
        if (auto Known = Heights.find(Callee); Known != Heights.end())
          Height = std::max(Height, Known->second + 1);
      }
    }
    for (const CallGraphNode *Node : *Cycle)
      if (const Function *F = Node->getFunction(); F && !F->isDeclaration())
        Heights[F] = Height;
  }
}

void InlineObservation::fillCosts(CallBase &CB) {
  Function &Callee = *CB.getCalledFunction();
  auto &TTI = FAM.getResult<TargetIRAnalysis>(Callee);
  if (All || ReadsWalked) {
    const auto Parts = Costs.getParts(CB, [&] {
      return getInliningCostFeatures(
          CB, TTI, [&](Function &F) -> AssumptionCache & {
            return FAM.getResult<AssumptionAnalysis>(F);
          });
    });
    for (size_t I = 0; I < NumCosts; ++I)
      *Runner.getTensor<int64_t>(I) = Parts ? (*Parts)[I] : 0;
    return;
  }
  set(L::constant_args,
      count_if(llvm::zip(Callee.args(), CB.args()), [](const auto &Pair) {
        return isa<Constant>(std::get<1>(Pair));
      }));
  if (wants(L::callsite_cost))
    set(L::callsite_cost, -getCallsiteCost(TTI, CB, CB.getDataLayout()));
}

void InlineObservation::fillLLVMs(const InlineQuestion &Q,
                                  FunctionFacts &Facts) {
  Function &Caller = *Q.CB.getCaller();
  Function &Callee = *Q.CB.getCalledFunction();
  fillCosts(Q.CB);
  const FunctionCounts &In = Facts.counts(Callee);
  set(L::callee_basic_block_count, In.Blocks);
  set(L::callee_conditionally_executed_blocks, In.ConditionalBlocks);
  const FunctionCounts &Around = Facts.counts(Caller);
  set(L::caller_basic_block_count, Around.Blocks);
  set(L::caller_conditionally_executed_blocks, Around.ConditionalBlocks);
  set(L::callsite_height, Heights.lookup(&Caller));
  set(L::node_count, NumNodes);
  set(L::edge_count, NumEdges);
  set(L::nr_ctant_params, count_if(Q.CB.args(), [](const Use &Argument) {
        return isa<Constant>(Argument);
      }));
  if (wants(L::cost_estimate))
    set(L::cost_estimate, Q.Cost + Facts.misalignedCost(Callee));
  if (wants(L::caller_users))
    set(L::caller_users, Facts.users(Caller));
  if (wants(L::callee_users))
    set(L::callee_users, Facts.users(Callee));
  set(L::is_callee_avail_external, Callee.hasAvailableExternallyLinkage());
  set(L::is_caller_avail_external, Caller.hasAvailableExternallyLinkage());
}

void InlineObservation::fill(const InlineQuestion &Q, FunctionFacts &Facts,
                             bool WantsAll) {
  All = WantsAll;
  fillLLVMs(Q, Facts);
  const InlineFeatureValues Values =
      extractInlineFeatures({Q.CB, Facts, Target, Phase, Q.StockDecision},
                            All ? InlineFeatureSet().set() : ReadOwn);
  for (size_t I = 0; I < NumInlineFeatures; ++I)
    *Runner.getTensor<int64_t>(FirstOwn + I) = Values[I];
}
} // namespace mlgo
