// What code in other files costs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ExternalCost.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace mlgo {
namespace {
/// Terms of a call, in units: not rounded before they are summed.
struct CallCost {
  double Instructions = 0, Loads = 0, Stores = 0, Taken = 0;

  void add(const CallCost &Other, double Times) {
    Instructions += Times * Other.Instructions;
    Loads += Times * Other.Loads;
    Stores += Times * Other.Stores;
    Taken += Times * Other.Taken;
  }
};

/// How many instructions processors issue in a cycle, of code like this.
constexpr double InstructionsPerCycle = 3;

/// Registers that a function saves and restores if it calls others.
constexpr double SavedRegisters = 3;

/// No call of one function is worth more than this many instructions: loops
/// are guessed, and what they go round is not known.
constexpr double MostInstructions = 1 << 12;

class CallCostEstimator {
public:
  explicit CallCostEstimator(FunctionAnalysisManager &FAM) : FAM(FAM) {}

  /// A copy, because the map grows while callees are looked at.
  CallCost estimate(Function &F) {
    // Recursion counts as one call.
    if (auto [Known, IsNew] = Costs.try_emplace(&F); !IsNew)
      return Known->second;
    const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
    const auto &Frequencies = FAM.getResult<BlockFrequencyAnalysis>(F);
    const double Entry =
        std::max<double>(1, Frequencies.getEntryFreq().getFrequency());
    CallCost Sum;
    for (BasicBlock &B : F)
      Sum.add(estimate(B, TTI),
              Frequencies.getBlockFreq(&B).getFrequency() / Entry);
    if (Sum.Instructions > MostInstructions) {
      CallCost Less;
      Less.add(Sum, MostInstructions / Sum.Instructions);
      Sum = Less;
    }
    return Costs[&F] = Sum;
  }

private:
  CallCost estimate(BasicBlock &B, const TargetTransformInfo &TTI) {
    CallCost Sum;
    for (Instruction &I : B) {
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration()) {
          Sum.add(estimate(*Callee), 1);
          continue;
        }
      const InstructionCost Cost =
          TTI.getInstructionCost(&I, TargetTransformInfo::TCK_CodeSize);
      if (!Cost.isValid() || Cost == 0)
        continue;
      Sum.Instructions += double(Cost.getValue());
      Sum.Loads += isa<LoadInst>(I) ? 1 : 0;
      Sum.Stores += isa<StoreInst>(I) ? 1 : 0;
      Sum.Taken += isa<CallBase>(I) ? 2 : 0;
    }
    return Sum;
  }

  FunctionAnalysisManager &FAM;
  DenseMap<Function *, CallCost> Costs;
};

uint64_t inUnits(double Term) {
  return uint64_t(std::llround(Term * double(CycleTerms::Unit)));
}
} // namespace

CycleTermsByFunction estimateExternalCode(Module &M,
                                          FunctionAnalysisManager &FAM) {
  CycleTermsByFunction Found;
  CallCostEstimator Estimator(FAM);
  for (Function &F : M) {
    if (!F.hasAvailableExternallyLinkage() || F.isDeclaration())
      continue;
    CallCost Cost = Estimator.estimate(F);
    Cost.Instructions += 2 * SavedRegisters + 1; // And the return.
    CycleTerms &Terms = Found[F.getName().str()];
    Terms.Throughput = inUnits(Cost.Instructions / InstructionsPerCycle);
    Terms.Taken = inUnits(Cost.Taken + 1);
    Terms.Loads = inUnits(Cost.Loads + SavedRegisters);
    Terms.Stores = inUnits(Cost.Stores + SavedRegisters);
    Terms.Instructions = inUnits(Cost.Instructions);
  }
  return Found;
}
} // namespace mlgo
