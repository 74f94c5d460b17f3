// What may move to another function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutlinableCode.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/IntrinsicInst.h"
#include <unordered_map>

using namespace llvm;

namespace mlgo {
namespace {
/// Initialisers may have very long rows of the same, of which each part
/// repeats.
constexpr unsigned LongestRow = 250;

/// Functions whose code does not depend on which function it is in.
bool mayLeave(const Function &F) {
  if (F.isDeclaration() || !F.hasMinSize() || F.hasSection())
    return false;
  // There calls name the handler that they are in.
  if (F.hasPersonalityFn() &&
      isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn())))
    return false;
  for (const auto Kind :
       {Attribute::Naked, Attribute::OptimizeNone, Attribute::StrictFP,
        Attribute::SanitizeAddress, Attribute::SanitizeHWAddress,
        Attribute::SanitizeMemory, Attribute::SanitizeThread,
        Attribute::SanitizeMemTag, Attribute::SafeStack,
        Attribute::ShadowCallStack, Attribute::SpeculativeLoadHardening,
        Attribute::PresplitCoroutine})
    if (F.hasFnAttribute(Kind))
      return false;
  return !F.hasFnAttribute("nooutline") && !F.callsFunctionThatReturnsTwice();
}

/// Intrinsics that compute something of their operands, or copy memory.
bool isPlainIntrinsic(const IntrinsicInst &I) {
  return isa<MemIntrinsic>(I) || isTriviallyVectorizable(I.getIntrinsicID()) ||
         isa<WithOverflowInst>(I);
}

bool mayMoveCall(const CallInst &Call) {
  if (Call.isInlineAsm() || Call.isMustTailCall() || Call.hasOperandBundles() ||
      Call.isConvergent() || Call.cannotDuplicate() || Call.cannotMerge() ||
      Call.isStrictFP() || Call.hasFnAttr(Attribute::ReturnsTwice))
    return false;
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
  return !Intrinsic || isPlainIntrinsic(*Intrinsic);
}

bool mayMove(const Instruction &I) {
  if (I.isTerminator() || I.isEHPad() || I.isAtomic() ||
      isa<PHINode, AllocaInst, VAArgInst>(I) || I.getType()->isTokenTy())
    return false;
  for (const Value *Operand : I.operands())
    if (Operand->isSwiftError() || Operand->getType()->isMetadataTy() ||
        Operand->getType()->isTokenTy())
      return false;
  auto *Call = dyn_cast<CallInst>(&I);
  return !Call || mayMoveCall(*Call);
}

/// Whether two calls differ at most in what is known about them.
bool areSameCalls(const CallInst &A, const CallInst &B) {
  return A.getFunctionType() == B.getFunctionType() &&
         A.arg_size() == B.arg_size() &&
         A.getCallingConv() == B.getCallingConv() &&
         compat::intersectAttributes(A.getContext(), A.getAttributes(),
                                     B.getAttributes());
}

bool doTheSame(const Instruction &A, const Instruction &B) {
  if (A.getRawSubclassOptionalData() != B.getRawSubclassOptionalData())
    return false;
  if (isa<CallInst>(A) && isa<CallInst>(B)
          ? !areSameCalls(cast<CallInst>(A), cast<CallInst>(B))
          : !A.isSameOperationAs(&B))
    return false;
  for (unsigned Index = 0; Index < A.getNumOperands(); ++Index)
    if ((isFixedOperand(A, Index) || isFixedOperand(B, Index)) &&
        A.getOperand(Index) != B.getOperand(Index))
      return false;
  return true;
}

/// Equal for instructions that do the same. Only to find them: addresses are in
/// it, which no result depends on.
size_t hashOperation(const Instruction &I) {
  hash_code Hash = hash_combine(I.getOpcode(), I.getType(), I.getNumOperands());
  for (unsigned Index = 0; Index < I.getNumOperands(); ++Index)
    Hash =
        hash_combine(Hash, I.getOperand(Index)->getType(),
                     isFixedOperand(I, Index) ? I.getOperand(Index) : nullptr);
  return Hash;
}

class Numbering {
public:
  void add(Instruction *I) {
    Code.Numbers.push_back(I ? numberOf(*I) : NextBarrier--);
    Code.Instructions.push_back(I);
  }

  NumberedCode take() { return std::move(Code); }

private:
  unsigned numberOf(const Instruction &I) {
    auto &Known = ByHash[hashOperation(I)];
    for (const auto &[Other, Number] : Known)
      if (doTheSame(I, *Other))
        return Number;
    Known.push_back({&I, NextNumber});
    return NextNumber++;
  }

  NumberedCode Code;
  std::unordered_map<size_t,
                     std::vector<std::pair<const Instruction *, unsigned>>>
      ByHash;
  unsigned NextNumber = 0;
  /// LLVM's tree keeps its largest numbers for itself.
  unsigned NextBarrier = ~0u - 8;
};
} // namespace

bool canPass(const Type &T) {
  return T.isPointerTy() || T.isFloatTy() || T.isDoubleTy() ||
         T.isIntegerTy(32) || T.isIntegerTy(64);
}

bool isFixedOperand(const Instruction &I, unsigned Index) {
  const Value *Operand = I.getOperand(Index);
  if (!isa<Constant>(Operand))
    return false;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isa<IntrinsicInst>(I) ||
           &Call->getCalledOperandUse() == &I.getOperandUse(Index);
  // Places in a structure become part of an address that is accessed.
  return isa<GetElementPtrInst>(I) && Index > 0;
}

bool isMark(const Instruction &I) {
  return isa<DbgInfoIntrinsic, NoAliasScopeDeclInst, LifetimeIntrinsic>(I);
}

NumberedCode numberCode(Module &M) {
  Numbering Result;
  for (Function &F : M) {
    if (!mayLeave(F))
      continue;
    for (BasicBlock &Block : F) {
      unsigned InRow = 0;
      for (Instruction &I : Block) {
        if (isMark(I))
          continue;
        const bool GoesOn = mayMove(I) && ++InRow < LongestRow;
        Result.add(GoesOn ? &I : nullptr);
        InRow = GoesOn ? InRow : 0;
      }
      Result.add(nullptr);
    }
  }
  return Result.take();
}
} // namespace mlgo
