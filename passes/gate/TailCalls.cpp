// Calls that compilers turn into jumps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TailCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace mlgo {
namespace {
/// What a function may return, seen through what may be folded away. Where
/// nothing is returned, or anything may be, every call will do.
class ReturnedValues {
public:
  explicit ReturnedValues(const Function &F) {
    for (const BasicBlock &BB : F)
      if (const auto *Return = dyn_cast<ReturnInst>(BB.getTerminator()))
        add(Return->getReturnValue());
    while (!Pending.empty())
      lookThrough(Pending.pop_back_val());
  }

  /// Whether the result of \p Call may be what is returned.
  bool mayBe(const CallBase &Call) const {
    const Value *Passed = Call.getReturnedArgOperand();
    return IsAny || Known.contains(&Call) ||
           (Passed && Known.contains(Passed)) ||
           (HasOthers && isTruthValue(Call));
  }

private:
  /// Comparisons of it, and branches by it, may be folded to itself.
  static bool isTruthValue(const CallBase &Call) {
    return Call.getType()->isIntegerTy(1) || Call.getRange();
  }

  void add(const Value *V) {
    if (!V)
      IsAny = true;
    else if (Known.insert(V).second)
      Pending.push_back(V);
  }

  void lookThrough(const Value *V) {
    if (isa<UndefValue>(V)) {
      IsAny = true;
    } else if (isa<Constant, CmpInst>(V)) {
      HasOthers = true;
    } else if (const auto *Load = dyn_cast<LoadInst>(V)) {
      IsAny |= isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand()));
    } else if (const auto *Call = dyn_cast<CallBase>(V)) {
      if (const Value *Passed = Call->getReturnedArgOperand())
        add(Passed);
    } else if (const auto *Address = dyn_cast<GetElementPtrInst>(V)) {
      add(Address->getPointerOperand());
    } else if (isPassedOn(*V)) {
      for (const Use &Operand : cast<User>(V)->operands())
        if (!isa<BasicBlock>(Operand))
          add(Operand);
    }
  }

  static bool isPassedOn(const Value &V) {
    if (const auto *Binary = dyn_cast<BinaryOperator>(&V))
      return Binary->isBitwiseLogicOp() || Binary->isShift();
    return isa<CastInst, FreezeInst, SelectInst, PHINode, ExtractValueInst,
               InsertValueInst, ExtractElementInst, InsertElementInst>(V);
  }

  bool IsAny = false, HasOthers = false;
  SmallPtrSet<const Value *, 16> Known;
  SmallVector<const Value *, 16> Pending;
};
} // namespace

static bool isLocal(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer));
}

/// Whether \p I has no effect, or may have none when all passes have run.
static bool mayVanish(const Instruction &I) {
  if (!I.mayHaveSideEffects())
    return true;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple() && isLocal(Store->getPointerOperand());
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    if (Memory->isVolatile())
      return false;
    // The structure that is copied may be made where it is wanted.
    const auto *To = dyn_cast<Argument>(getUnderlyingObject(Memory->getDest()));
    return isLocal(Memory->getDest()) ||
           (isa<MemTransferInst>(Memory) && To && To->hasStructRetAttr());
  }
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic &&
         (Intrinsic->isAssumeLikeIntrinsic() ||
          is_contained({Intrinsic::fake_use, Intrinsic::stackrestore,
                        Intrinsic::stacksave},
                       Intrinsic->getIntrinsicID()));
}

/// Whether \p Call may be made a jump, or may once it is no invoke, because
/// nothing is to be done where it throws.
static bool mayBeJump(const CallBase &Call) {
  if (const auto *Plain = dyn_cast<CallInst>(&Call))
    return !isa<IntrinsicInst>(Call) && !Call.isInlineAsm() &&
           !Plain->isNoTailCall();
  const auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke || Invoke->doesNotThrow())
    return Invoke;
  // Blocks may follow each other, not for ever.
  const BasicBlock *BB = Invoke->getUnwindDest();
  for (unsigned Steps = 0; BB && Steps < 8; ++Steps) {
    for (const Instruction &I : *BB)
      if (isa<ResumeInst>(I))
        return true;
      else if (!mayVanish(I))
        return false;
    BB = BB->getSingleSuccessor();
  }
  return BB;
}

/// Whether \p BB ends where a jump may take the place of a call.
static bool isEnd(const BasicBlock &BB) {
  const CallingConv::ID Convention = BB.getParent()->getCallingConv();
  return isa<ReturnInst>(BB.getTerminator()) ||
         (isa<UnreachableInst>(BB.getTerminator()) &&
          (Convention == CallingConv::Tail ||
           Convention == CallingConv::SwiftTail));
}

static bool mayJump(const Function &F) {
  return !F.getFnAttribute("disable-tail-calls").getValueAsBool();
}

SmallVector<const CallBase *, 8> findLastCalls(const Function &F) {
  SmallVector<const CallBase *, 8> Calls;
  if (!mayJump(F))
    return Calls;
  SmallVector<const BasicBlock *, 16> Pending;
  for (const BasicBlock &BB : F)
    if (isEnd(BB))
      Pending.push_back(&BB);
  SmallPtrSet<const BasicBlock *, 16> Known(Pending.begin(), Pending.end());
  const ReturnedValues Returned(F);
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    bool IsFirst = true;
    for (const Instruction &I : reverse(*BB)) {
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && mayBeJump(*Call) && Returned.mayBe(*Call))
        Calls.push_back(Call);
      IsFirst = mayVanish(I);
      if (!IsFirst)
        break;
    }
    if (IsFirst)
      for (const BasicBlock *Before : predecessors(BB))
        if (Known.insert(Before).second)
          Pending.push_back(Before);
  }
  return Calls;
}

bool isLibraryFunction(const Function &Callee,
                       const TargetLibraryInfoImpl &Libraries) {
  LibFunc Known;
  return Callee.isDeclaration() && Libraries.getLibFunc(Callee, Known) &&
         Known != LibFunc_qsort;
}

/// The function that \p Call names, or null.
static const Function *getCallee(const CallBase &Call) {
  const Value *Called = Call.getCalledOperand()->stripPointerCastsAndAliases();
  return dyn_cast<Function>(Called);
}

/// Whether \p Call may run code that is not in the module.
static bool isUnknown(const CallBase &Call,
                      const TargetLibraryInfoImpl &Libraries) {
  const Function *Callee = getCallee(Call);
  if (Call.isInlineAsm() || Call.hasFnAttr(Attribute::NoCallback) ||
      (Callee && Callee->isIntrinsic()))
    return false;
  if (!Callee)
    return true;
  if (!Callee->isDeclaration())
    return Callee->isInterposable();
  return Call.getFunction()->hasFnAttribute("no-builtins") ||
         !isLibraryFunction(*Callee, Libraries);
}

/// Past so many functions the answer is that they come back.
constexpr size_t Longest = 256;

namespace {
/// What is reached from last calls of a function, by calls of the module.
class Chains {
public:
  Chains(const Function &F, const TargetLibraryInfoImpl &Libraries)
      : F(F), Libraries(Libraries) {}

  bool comeBack() {
    SmallPtrSet<const Function *, 16> Ends;
    SmallVector<const Function *, 16> Pending = {&F};
    while (!Pending.empty() && Ends.size() <= Longest)
      for (const CallBase *Call : findLastCalls(*Pending.pop_back_val())) {
        if (isUnknown(*Call, Libraries))
          return true;
        const Function *Callee = getCallee(*Call);
        if (Callee == &F)
          return true;
        if (Callee && Ends.insert(Callee).second)
          Pending.push_back(Callee);
      }
    return Ends.size() > Longest || leadBack(Ends);
  }

private:
  /// Whether functions of the module lead from \p Starts to F.
  bool leadBack(const SmallPtrSetImpl<const Function *> &Starts) const {
    SmallPtrSet<const Function *, 16> Known(Starts.begin(), Starts.end());
    SmallVector<const Function *, 16> Pending(Starts.begin(), Starts.end());
    while (!Pending.empty() && Known.size() <= Longest)
      for (const Instruction &I : instructions(*Pending.pop_back_val())) {
        const auto *Call = dyn_cast<CallBase>(&I);
        const Function *Callee = Call ? getCallee(*Call) : nullptr;
        if (Callee == &F)
          return true;
        if (Callee && Known.insert(Callee).second)
          Pending.push_back(Callee);
      }
    return Known.size() > Longest;
  }

  const Function &F;
  const TargetLibraryInfoImpl &Libraries;
};
} // namespace

bool mayRecurByTailCall(const Function &F,
                        const TargetLibraryInfoImpl &Libraries) {
  if (F.doesNotRecurse() || !mayJump(F))
    return false;
  const bool CallsItself = any_of(F.users(), [&](const User *U) {
    const auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getCalledFunction() == &F && Call->getFunction() == &F;
  });
  return CallsItself || Chains(F, Libraries).comeBack();
}
} // namespace mlgo
