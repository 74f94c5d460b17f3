//===- InlineFeatures.cpp - What our advisor knows beyond LLVM's ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineFeatures.h"

#include "llvm/Analysis/FunctionPropertiesAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mlgo {
namespace {

/// Functions such as an allocator have thousands of uses; to know that there
/// are many is enough, and keeps extraction linear over a module.
constexpr unsigned MaxCountedUses = 32;

struct UseCounts {
  unsigned Uses = 0;
  unsigned CallsInCaller = 0;
  bool IsAddressTaken = false;
  bool IsRecursive = false;
};

UseCounts countUses(const Function &Callee, const Function &Caller) {
  UseCounts Counts;
  for (const Use &U : Callee.uses()) {
    if (Counts.Uses == MaxCountedUses)
      break;
    ++Counts.Uses;
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U)) {
      Counts.IsAddressTaken = true;
      continue;
    }
    Counts.CallsInCaller += Call->getFunction() == &Caller;
    Counts.IsRecursive |= Call->getFunction() == &Callee;
  }
  return Counts;
}

unsigned countUsesUpToLimit(const Function &F) {
  unsigned Uses = 0;
  for (auto I = F.use_begin(), E = F.use_end(); I != E && Uses < MaxCountedUses;
       ++I)
    ++Uses;
  return Uses;
}

bool isInDeadEnd(const CallBase &CB) {
  const Instruction *Last = CB.getParent()->getTerminator();
  return isa<UnreachableInst>(Last) || isa<ResumeInst>(Last) ||
         CB.getParent()->isLandingPad();
}

} // namespace

std::vector<TensorSpec> getInlineFeatureSpecs() {
  return {
#define MLGO_INLINE_FEATURE(Name, Documentation)                               \
  TensorSpec::createSpec<int64_t>(#Name, {1}),
      MLGO_INLINE_FEATURES(MLGO_INLINE_FEATURE)
#undef MLGO_INLINE_FEATURE
  };
}

InlineFeatureValues
extractInlineFeatures(CallBase &CB, const FunctionPropertiesInfo &CallerFPI,
                      const FunctionPropertiesInfo &CalleeFPI,
                      const LoopInfo &CallerLoops, bool StockDecision) {
  const Function &Caller = *CB.getCaller();
  const Function &Callee = *CB.getCalledFunction();
  const UseCounts Uses = countUses(Callee, Caller);
  unsigned Allocas = 0, Forwarded = 0;
  for (const Value *Actual : CB.args()) {
    Allocas += isa<AllocaInst>(Actual->stripPointerCasts());
    Forwarded += isa<Argument>(Actual);
  }
  InlineFeatureValues Values;
  auto Set = [&](InlineFeature F, int64_t Value) {
    Values[static_cast<size_t>(F)] = Value;
  };
  using F = InlineFeature;
  Set(F::callee_instruction_count, CalleeFPI.TotalInstructionCount);
  Set(F::caller_instruction_count, CallerFPI.TotalInstructionCount);
  Set(F::callee_load_count, CalleeFPI.LoadInstCount);
  Set(F::callee_store_count, CalleeFPI.StoreInstCount);
  Set(F::callee_local_calls, CalleeFPI.DirectCallsToDefinedFunctions);
  Set(F::caller_local_calls, CallerFPI.DirectCallsToDefinedFunctions);
  Set(F::callee_max_loop_depth, CalleeFPI.MaxLoopDepth);
  Set(F::callsite_loop_depth, CallerLoops.getLoopDepth(CB.getParent()));
  Set(F::callee_is_local, Callee.hasLocalLinkage());
  Set(F::callee_is_linkonce, Callee.hasLinkOnceLinkage());
  Set(F::caller_is_local, Caller.hasLocalLinkage());
  Set(F::caller_is_linkonce, Caller.hasLinkOnceLinkage());
  Set(F::callee_use_count, Uses.Uses);
  Set(F::callee_uses_in_caller, Uses.CallsInCaller);
  Set(F::callee_is_address_taken, Uses.IsAddressTaken);
  Set(F::callee_dies, Uses.Uses == 1 && Callee.isDiscardableIfUnused());
  Set(F::callee_is_recursive, Uses.IsRecursive);
  Set(F::callee_is_vararg, Callee.isVarArg());
  Set(F::callee_returns_void, Callee.getReturnType()->isVoidTy());
  Set(F::callee_is_nounwind, Callee.doesNotThrow());
  Set(F::callee_is_cold,
      Callee.hasFnAttribute(Attribute::Cold) || CB.hasFnAttr(Attribute::Cold));
  Set(F::call_argument_count, CB.arg_size());
  Set(F::call_alloca_arguments, Allocas);
  Set(F::call_forwarded_arguments, Forwarded);
  Set(F::call_result_is_unused, CB.use_empty());
  Set(F::call_is_invoke, isa<InvokeInst>(CB));
  Set(F::call_is_noreturn, CB.doesNotReturn());
  Set(F::call_is_in_dead_end, isInDeadEnd(CB));
  Set(F::caller_use_count, countUsesUpToLimit(Caller));
  Set(F::inlining_default, StockDecision);
  return Values;
}

} // namespace mlgo
