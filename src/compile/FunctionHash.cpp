// Equal functions have equal hashes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/FunctionHash.h"
#include "compile/ContentWriter.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
namespace {
/// Writes a function: what it is from outside, then its instructions.
class FunctionWriter : ContentWriter {
public:
  FunctionWriter(ContentMemo &Memo, const Function &F,
                 std::optional<double> Runs)
      : ContentWriter(Memo), Memo(Memo), F(F), Runs(Runs),
        Context(F.getContext()) {}

  FunctionHasher::Hash run() {
    putGlobal(F);
    putText(F.hasGC() ? F.getGC() : "");
    numberValues();
    putAttachedConstant(F.hasPersonalityFn(), &Function::getPersonalityFn);
    putAttachedConstant(F.hasPrefixData(), &Function::getPrefixData);
    putAttachedConstant(F.hasPrologueData(), &Function::getPrologueData);
    AttachedMetadata Attached;
    F.getAllMetadata(Attached);
    putMetadata(Attached, Context);
    if (Runs)
      put(bit_cast<uint64_t>(*Runs));
    for (const BasicBlock &B : F) {
      put(B.size());
      for (const Instruction &I : B)
        putInstruction(I);
    }
    const XXH128_hash_t Both = xxh3_128bits(bytes());
    return {Both.low64, Both.high64};
  }

private:
  void numberValues() {
    for (const Argument &A : F.args())
      number(&A);
    for (const BasicBlock &B : F)
      number(&B);
    for (const BasicBlock &B : F)
      for (const Instruction &I : B)
        if (!I.getType()->isVoidTy())
          number(&I);
  }

  void putAttachedConstant(bool IsThere, Constant *(Function::*Get)() const) {
    put(IsThere);
    if (IsThere)
      putConstant(*(F.*Get)());
  }

  void putInstruction(const Instruction &I) {
    put(I.getOpcode());
    putType(I.getType());
    put(I.getRawSubclassOptionalData());
    put(I.getNumOperands());
    for (const Use &Operand : I.operands())
      putOperand(Operand);
    putDetails(I);
    AttachedMetadata Attached;
    I.getAllMetadataOtherThanDebugLoc(Attached);
    putMetadata(Attached, Context);
    if (Runs)
      putPlace(I.getDebugLoc());
  }

  /// Where SourceCounts found an instruction.
  void putPlace(const DILocation *L) {
    for (; L; L = L->getInlinedAt()) {
      put(L->getScope()->getSubprogram()->getLine());
      put(uint64_t(L->getLine()) << 32 | L->getDiscriminator());
    }
    put(0);
  }

  /// What an instruction says beside type, flags and operands.
  void putDetails(const Instruction &I) {
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      putCall(*Call);
    } else if (auto *Compare = dyn_cast<CmpInst>(&I)) {
      put(Compare->getPredicate());
    } else if (auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
      putType(GEP->getSourceElementType());
    } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
      for (const BasicBlock *Block : Phi->blocks())
        putOperand(Block);
    } else if (auto *Switch = dyn_cast<SwitchInst>(&I)) {
      // Operands only up to LLVM 21.
      for (const auto &Case : Switch->cases())
        putConstant(*Case.getCaseValue());
    } else if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
      for (const int Element : Shuffle->getShuffleMask())
        put(Element);
    } else if (auto *Extract = dyn_cast<ExtractValueInst>(&I)) {
      for (const unsigned Index : Extract->indices())
        put(Index);
    } else if (auto *Insert = dyn_cast<InsertValueInst>(&I)) {
      for (const unsigned Index : Insert->indices())
        put(Index);
    } else if (auto *Pad = dyn_cast<LandingPadInst>(&I)) {
      put(Pad->isCleanup());
      for (unsigned C = 0; C < Pad->getNumClauses(); ++C)
        put(Pad->isCatch(C));
    } else {
      putMemoryAccess(I);
    }
  }

  void putCall(const CallBase &Call) {
    put(Call.getCallingConv());
    putType(Call.getFunctionType());
    put(Memo.hashAttributes(Call.getAttributes()));
    if (auto *Plain = dyn_cast<CallInst>(&Call))
      put(Plain->getTailCallKind());
    for (unsigned B = 0; B < Call.getNumOperandBundles(); ++B) {
      const OperandBundleUse Bundle = Call.getOperandBundleAt(B);
      putText(Bundle.getTagName());
      put(Bundle.Inputs.size());
    }
  }

  void putMemoryAccess(const Instruction &I) {
    if (auto *Slot = dyn_cast<AllocaInst>(&I)) {
      putType(Slot->getAllocatedType());
      put(Slot->getAlign().value());
      put(Slot->isUsedWithInAlloca());
      put(Slot->isSwiftError());
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      putAccess(*Load, Load->getOrdering());
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      putAccess(*Store, Store->getOrdering());
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
      put(Update->getOperation());
      putAccess(*Update, Update->getOrdering());
    } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I)) {
      put(Swap->isWeak());
      put(uint64_t(Swap->getFailureOrdering()));
      putAccess(*Swap, Swap->getSuccessOrdering());
    } else if (auto *Fence = dyn_cast<FenceInst>(&I)) {
      put(uint64_t(Fence->getOrdering()));
      putScope(Fence->getSyncScopeID());
    }
  }

  template <typename Access>
  void putAccess(const Access &I, AtomicOrdering Ordering) {
    put(I.isVolatile());
    put(I.getAlign().value());
    put(uint64_t(Ordering));
    putScope(I.getSyncScopeID());
  }

  /// The first two scopes have the same number in every context.
  void putScope(SyncScope::ID Scope) {
    put(std::min<uint64_t>(Scope, SyncScope::System + 1));
    if (Scope <= SyncScope::System)
      return;
    SmallVector<StringRef, 8> Names;
    Context.getSyncScopeNames(Names);
    putText(Names[Scope]);
  }

  ContentMemo &Memo;
  const Function &F;
  const std::optional<double> Runs;
  LLVMContext &Context;
};
} // namespace

FunctionHasher::FunctionHasher() : Memo(std::make_unique<ContentMemo>()) {}
FunctionHasher::~FunctionHasher() = default;

FunctionHasher::Hash FunctionHasher::hash(const Function &F) {
  return FunctionWriter(*Memo, F, std::nullopt).run();
}

FunctionHasher::Hash FunctionHasher::hash(const Function &F, double Runs) {
  return FunctionWriter(*Memo, F, Runs).run();
}
} // namespace mlgo
