// What our advisor knows beyond LLVM's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineFeatures.h"
#include "FunctionFacts.h"
#include "TargetCode.h"
#include "compile/CodePlace.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Pass.h"

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

/// How far a call's surroundings in its block are looked at, on each side.
constexpr unsigned MaxNeighbours = 32;
/// That a value has many uses is all that matters.
constexpr unsigned MaxResultUses = 8;

/// Values that need a register or a stack slot during the call. What comes
/// after the call is known without an order of the block's instructions, which
/// would be numbered anew after each inlined call.
unsigned countLiveValues(const CallBase &CB) {
  SmallPtrSet<const Instruction *, MaxNeighbours> UpToCall = {&CB};
  unsigned Live = 0, Left = MaxNeighbours;
  for (const Instruction *I = CB.getPrevNode(); I && Left--;
       I = I->getPrevNode()) {
    const bool IsValue = !I->getType()->isVoidTy() && !isa<AllocaInst>(I);
    unsigned Uses = MaxResultUses;
    for (const User *U : I->users()) {
      if (!IsValue)
        break;
      const auto *Using = cast<Instruction>(U);
      // A use in the same block is behind the value, or a phi before it.
      if (Uses-- == 0 || Using->getParent() != CB.getParent() ||
          (!isa<PHINode>(Using) && !UpToCall.contains(Using))) {
        ++Live;
        break;
      }
    }
    if (Left)
      UpToCall.insert(I);
  }
  return Live;
}

bool isRealCall(const Instruction &I) {
  return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
}

unsigned countNeighbours(const CallBase &CB) {
  unsigned Calls = 0, Left = MaxNeighbours;
  for (const Instruction *I = CB.getPrevNode(); I && Left--;
       I = I->getPrevNode())
    Calls += isRealCall(*I);
  Left = MaxNeighbours;
  for (const Instruction *I = CB.getNextNode(); I && Left--;
       I = I->getNextNode())
    Calls += isRealCall(*I);
  return Calls;
}

struct ResultUses {
  unsigned Count = 0;
  bool OnlyCompared = false;
};

ResultUses countResultUses(const CallBase &CB) {
  ResultUses Found;
  Found.OnlyCompared = !CB.use_empty();
  for (const User *U : CB.users()) {
    if (Found.Count == MaxResultUses)
      break;
    ++Found.Count;
    Found.OnlyCompared &=
        isa<CmpInst>(U) || isa<BranchInst>(U) || isa<SwitchInst>(U);
  }
  return Found;
}

bool isBeforeReturn(const CallBase &CB) {
  const auto *Return = dyn_cast_or_null<ReturnInst>(CB.getNextNode());
  return Return &&
         (!Return->getReturnValue() || Return->getReturnValue() == &CB);
}

int64_t numberOf(ThinOrFullLTOPhase Phase) {
  switch (Phase) {
  case ThinOrFullLTOPhase::ThinLTOPreLink:
  case ThinOrFullLTOPhase::FullLTOPreLink:
    return 1;
  case ThinOrFullLTOPhase::ThinLTOPostLink:
    return 2;
  case ThinOrFullLTOPhase::FullLTOPostLink:
    return 3;
  default:
    return 0;
  }
}

bool isInDeadEnd(const CallBase &CB) {
  const Instruction *Last = CB.getParent()->getTerminator();
  return isa<UnreachableInst>(Last) || isa<ResumeInst>(Last) ||
         CB.getParent()->isLandingPad();
}

class Extraction {
public:
  Extraction(const InlineCallContext &Context, const InlineFeatureSet &Wanted)
      : CB(Context.CB), Caller(*CB.getCaller()),
        Callee(*CB.getCalledFunction()), Facts(Context.Facts),
        Target(Context.Target), Wanted(Wanted) {}

  void setCounts() {
    const FunctionCounts &In = Facts.counts(Callee);
    set(F::callee_instruction_count, In.Instructions);
    set(F::callee_load_count, In.Loads);
    set(F::callee_store_count, In.Stores);
    set(F::callee_local_calls, In.LocalCalls);
    const FunctionCounts &Around = Facts.counts(Caller);
    set(F::caller_instruction_count, Around.Instructions);
    set(F::caller_local_calls, Around.LocalCalls);
    if (wants(F::callee_max_loop_depth))
      set(F::callee_max_loop_depth, Facts.maxLoopDepth(Callee));
  }

  void setFunctions() {
    const UseCounts Uses = countUses(Callee, Caller);
    set(F::callee_is_local, Callee.hasLocalLinkage());
    set(F::callee_is_linkonce, Callee.hasLinkOnceLinkage());
    set(F::caller_is_local, Caller.hasLocalLinkage());
    set(F::caller_is_linkonce, Caller.hasLinkOnceLinkage());
    set(F::callee_use_count, Uses.Uses);
    set(F::callee_uses_in_caller, Uses.CallsInCaller);
    set(F::callee_is_address_taken, Uses.IsAddressTaken);
    set(F::callee_dies, Uses.Uses == 1 && Callee.isDiscardableIfUnused());
    set(F::callee_is_recursive, Uses.IsRecursive);
    set(F::callee_is_vararg, Callee.isVarArg());
    set(F::callee_returns_void, Callee.getReturnType()->isVoidTy());
    set(F::callee_is_nounwind, Callee.doesNotThrow());
    set(F::callee_is_cold, Callee.hasFnAttribute(Attribute::Cold) ||
                               CB.hasFnAttr(Attribute::Cold));
    set(F::callee_only_reads, Callee.onlyReadsMemory());
    set(F::caller_use_count, countUsesUpToLimit(Caller));
  }

  void setBodies() {
    const FunctionScan &In = Facts.scan(Callee);
    set(F::callee_calls, In.Calls);
    set(F::callee_intrinsics, In.Intrinsics);
    set(F::callee_allocas, In.Allocas);
    set(F::callee_landing_pads, In.LandingPads);
    set(F::callee_returns, In.Returns);
    set(F::callee_dead_ends, In.DeadEnds);
    set(F::callee_branches, In.Branches);
    set(F::callee_free, In.Free);
    set(F::callee_global_references, In.GlobalReferences);
    set(F::callee_forwarded_arguments, In.ForwardedArguments);
    set(F::callee_compared_arguments, In.ComparedArguments);
    set(F::callee_argument_accesses, In.ArgumentAccesses);
    set(F::callee_returns_constant, In.ReturnsConstant);
    set(F::callee_returns_argument, In.ReturnsArgument);
    set(F::callee_returns_call, In.ReturnsCall);
    const CallerScan &Around = Facts.callerScan(Caller);
    set(F::caller_calls, Around.Calls);
    set(F::caller_intrinsics, Around.Intrinsics);
    set(F::caller_allocas, Around.Allocas);
    set(F::caller_landing_pads, Around.LandingPads);
    set(F::caller_returns, Around.Returns);
  }

  void setArguments() {
    unsigned Allocas = 0, Forwarded = 0, Globals = 0, LastUses = 0;
    for (const Value *Actual : CB.args()) {
      Allocas += isa<AllocaInst>(Actual->stripPointerCasts());
      Forwarded += isa<Argument>(Actual);
      Globals += isa<GlobalValue>(Actual->stripPointerCasts());
      LastUses += !isa<Constant>(Actual) && Actual->hasOneUse();
    }
    set(F::call_argument_count, CB.arg_size());
    set(F::call_alloca_arguments, Allocas);
    set(F::call_forwarded_arguments, Forwarded);
    set(F::call_global_arguments, Globals);
    set(F::call_last_use_arguments, LastUses);
    set(F::call_returns_by_memory, CB.hasStructRetAttr());
  }

  void setCall() {
    const ResultUses Results = countResultUses(CB);
    if (wants(F::callsite_loop_depth))
      set(F::callsite_loop_depth, Facts.loopDepth(CB));
    set(F::call_result_is_unused, CB.use_empty());
    set(F::call_is_invoke, isa<InvokeInst>(CB));
    set(F::call_is_noreturn, CB.doesNotReturn());
    set(F::call_is_in_dead_end, isInDeadEnd(CB));
    set(F::call_is_before_return, isBeforeReturn(CB));
    set(F::call_result_use_count, Results.Count);
    set(F::call_result_is_compared, Results.OnlyCompared);
    if (wants(F::call_live_values))
      set(F::call_live_values, countLiveValues(CB));
    if (wants(F::call_neighbours))
      set(F::call_neighbours, countNeighbours(CB));
  }

  void setPlace() {
    const auto Level = [](const Function &F) {
      return static_cast<int64_t>(getSizeLevel(F));
    };
    set(F::caller_size_level, Level(Caller));
    set(F::callee_size_level, Level(Callee));
    set(F::caller_has_unwind_table, Target.hasUnwindTable(Caller));
    set(F::callee_has_unwind_table, Target.hasUnwindTable(Callee));
    set(F::unwind_table_kind, static_cast<int64_t>(Target.Unwind));
    set(F::call_bytes, Target.CallBytes);
    set(F::bytes_of_64_instructions, Target.BytesOf64Instructions);
    if (wants(F::call_heat))
      set(F::call_heat, static_cast<int64_t>(Facts.heat(CB)));
    if (wants(F::call_frequency))
      set(F::call_frequency, Facts.frequency(CB));
  }

  void set(InlineFeature Feature, int64_t Value) {
    Values[static_cast<size_t>(Feature)] = Value;
  }

  InlineFeatureValues Values{};

private:
  using F = InlineFeature;

  bool wants(InlineFeature Feature) const {
    return Wanted[static_cast<size_t>(Feature)];
  }

  CallBase &CB;
  Function &Caller;
  Function &Callee;
  FunctionFacts &Facts;
  const TargetCode &Target;
  const InlineFeatureSet &Wanted;
};
} // namespace

InlineFeatureValues extractInlineFeatures(const InlineCallContext &Context,
                                          const InlineFeatureSet &Wanted) {
  Extraction E(Context, Wanted);
  E.setCounts();
  E.setFunctions();
  E.setBodies();
  E.setArguments();
  E.setCall();
  E.setPlace();
  E.set(InlineFeature::lto_phase, numberOf(Context.Phase));
  E.set(InlineFeature::inlining_default, Context.StockDecision);
  return E.Values;
}
} // namespace mlgo
