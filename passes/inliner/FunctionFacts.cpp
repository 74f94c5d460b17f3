// What is known of functions meanwhile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionFacts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace llvm;

namespace mlgo {
//===----------------------------------------------------------------------===//
// FunctionCounts
//===----------------------------------------------------------------------===//

void FunctionCounts::add(const Instruction &I) {
  if (isa<DbgInfoIntrinsic>(I))
    return;
  ++Instructions;
  switch (I.getOpcode()) {
  case Instruction::Load:
    ++Loads;
    break;
  case Instruction::Store:
    ++Stores;
    break;
  case Instruction::Br:
    if (I.getNumSuccessors() == 2)
      ConditionalBlocks += 2;
    break;
  case Instruction::Switch:
    ConditionalBlocks += I.getNumSuccessors();
    break;
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr: {
    const Function *Callee = cast<CallBase>(I).getCalledFunction();
    if (Callee && !Callee->isDeclaration())
      ++LocalCalls;
    break;
  }
  default:
    break;
  }
}

FunctionCounts FunctionCounts::of(const Function &F) {
  FunctionCounts Counts;
  Counts.Blocks = F.size();
  for (const Instruction &I : instructions(F))
    Counts.add(I);
  return Counts;
}

bool FunctionCounts::operator==(const FunctionCounts &Other) const {
  const auto Tie = [](const FunctionCounts &C) {
    return std::tie(C.Instructions, C.Blocks, C.ConditionalBlocks, C.Loads,
                    C.Stores, C.LocalCalls);
  };
  return Tie(*this) == Tie(Other);
}

//===----------------------------------------------------------------------===//
// FunctionFacts
//===----------------------------------------------------------------------===//

/// False if all branches go on to later blocks, so that there is no loop. Most
/// functions have none, and finding out takes less than a dominator tree.
static bool mayHaveLoops(const Function &F) {
  SmallPtrSet<const BasicBlock *, 16> UpToHere;
  for (const BasicBlock &Block : F) {
    UpToHere.insert(&Block);
    for (const BasicBlock *Next : successors(&Block))
      if (UpToHere.contains(Next))
        return true;
  }
  return false;
}

FunctionFacts::Facts &FunctionFacts::of(Function &F) {
  std::unique_ptr<Facts> &Found = Known[&F];
  if (!Found)
    Found = std::make_unique<Facts>();
  return *Found;
}

const FunctionCounts &FunctionFacts::counts(Function &F) {
  Facts &Found = of(F);
  if (!Found.Counts)
    Found.Counts = FunctionCounts::of(F);
  return *Found.Counts;
}

const FunctionScan &FunctionFacts::scan(Function &F) {
  Facts &Found = of(F);
  if (!Found.Scan)
    Found.Scan = FunctionScan::of(F);
  return *Found.Scan;
}

int FunctionFacts::misalignedCost(Function &F) {
  const unsigned Parts = scan(F).MisalignedParts;
  if (Parts == 0 ||
      FAM.getResult<TargetIRAnalysis>(F).allowsMisalignedMemoryAccesses(
          F.getContext(), /*BitWidth=*/32))
    return 0;
  return static_cast<int>(Parts) * InlineConstants::getInstrCost();
}

const CallerScan &FunctionFacts::callerScan(Function &F) {
  Facts &Found = of(F);
  if (Found.Scan)
    return *Found.Scan;
  if (!Found.AsCaller)
    Found.AsCaller = CallerScan::of(F);
  return *Found.AsCaller;
}

unsigned FunctionFacts::users(Function &F) {
  Facts &Found = of(F);
  if (!Found.Users)
    Found.Users = F.getNumUses() + !F.hasLocalLinkage();
  return *Found.Users;
}

void FunctionFacts::withLoops(Function &F,
                              function_ref<void(const LoopInfo &)> Use) {
  if (!mayHaveLoops(F))
    return Use(LoopInfo());
  if (!of(F).HasInlined)
    return Use(FAM.getResult<LoopAnalysis>(F));
  const DominatorTree Tree(F);
  Use(LoopInfo(Tree));
}

unsigned FunctionFacts::loopDepth(CallBase &CB) {
  Function &F = *CB.getFunction();
  Facts &Found = of(F);
  if (!std::exchange(Found.HasDepths, true))
    withLoops(F, [&](const LoopInfo &Loops) {
      for (const Loop *Outer : Loops)
        for (const BasicBlock *Block : Outer->blocks())
          Found.Depths[Block] = Loops.getLoopDepth(Block);
    });
  return Found.Depths.lookup(CB.getParent());
}

unsigned FunctionFacts::maxLoopDepth(Function &F) {
  Facts &Found = of(F);
  if (!Found.MaxLoopDepth) {
    Found.MaxLoopDepth = 0;
    withLoops(F, [&](const LoopInfo &Loops) {
      for (const Loop *L : Loops.getLoopsInPreorder())
        Found.MaxLoopDepth = std::max(*Found.MaxLoopDepth, L->getLoopDepth());
    });
  }
  return *Found.MaxLoopDepth;
}

/// In 64ths of the entry's, of all blocks of \p F.
static DenseMap<const BasicBlock *, int64_t>
relativeFrequencies(const Function &F, const BlockFrequencyInfo &Found) {
  DenseMap<const BasicBlock *, int64_t> Relative;
  const double Entry =
      std::max(1., double(Found.getEntryFreq().getFrequency()));
  for (const BasicBlock &Block : F) {
    const double Each = double(Found.getBlockFreq(&Block).getFrequency());
    Relative[&Block] = static_cast<int64_t>(
        std::min(std::floor(64 * Each / Entry), double(INT32_MAX)));
  }
  return Relative;
}

int64_t FunctionFacts::frequency(CallBase &CB) {
  Function &F = *CB.getFunction();
  Facts &Found = of(F);
  if (Found.Frequencies.empty() && !Found.HasInlined)
    Found.Frequencies =
        relativeFrequencies(F, FAM.getResult<BlockFrequencyAnalysis>(F));
  // Those of the analysis manager may be of before.
  if (Found.Frequencies.empty())
    withLoops(F, [&](const LoopInfo &Loops) {
      const BranchProbabilityInfo Branches(F, Loops);
      Found.Frequencies =
          relativeFrequencies(F, BlockFrequencyInfo(F, Branches, Loops));
    });
  return Found.Frequencies.lookup(CB.getParent());
}

CallHeat FunctionFacts::heat(const CallBase &CB) {
  Function &Caller = *const_cast<Function *>(CB.getFunction());
  const auto *PSI =
      FAM.getResult<ModuleAnalysisManagerFunctionProxy>(Caller)
          .getCachedResult<ProfileSummaryAnalysis>(*Caller.getParent());
  if (!PSI || !PSI->hasProfileSummary())
    return CallHeat::NoProfile;
  // The inliner keeps these up to date, but only if there is a profile.
  auto *Frequencies = &FAM.getResult<BlockFrequencyAnalysis>(Caller);
  return PSI->isHotCallSite(CB, Frequencies)    ? CallHeat::Hot
         : PSI->isColdCallSite(CB, Frequencies) ? CallHeat::Cold
                                                : CallHeat::Neither;
}

void FunctionFacts::onInlined(Function &Caller, const CallPlace &Place) {
  Facts &Found = of(Caller);
  Found.HasInlined = true;
  Found.Scan.reset();
  Found.AsCaller.reset();
  Found.MaxLoopDepth.reset();
  if (!Found.Counts && !Found.HasDepths && Found.Frequencies.empty())
    return;
  const bool HasFrequencies = !Found.Frequencies.empty();
  const int64_t Frequency = Found.Frequencies.lookup(Place.block());
  const unsigned Depth = Found.Depths.lookup(Place.block());
  FunctionCounts Counts = Found.Counts.value_or(FunctionCounts());
  // The call, or invoke, itself is gone.
  --Counts.Instructions;
  Counts.LocalCalls -= Counts.LocalCalls > 0;
  const bool IsKnown =
      Place.forEachNew([&](Instruction &I) { Counts.add(I); },
                       [&](BasicBlock &Block) {
                         ++Counts.Blocks;
                         if (Depth > 0)
                           Found.Depths[&Block] = Depth;
                         else
                           Found.Depths.erase(&Block); // Of one that is gone.
                         if (HasFrequencies)
                           Found.Frequencies[&Block] = Frequency;
                       });
  if (!IsKnown)
    Found.Counts.reset();
  else if (Found.Counts)
    Found.Counts = Counts;
}

void FunctionFacts::onVisit(const LazyCallGraph::SCC *SCC) {
  if (!SCC)
    return Known.clear();
  for (const LazyCallGraph::Node &Node : *SCC)
    Known.erase(&Node.getFunction());
}
} // namespace mlgo
