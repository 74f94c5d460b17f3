// Changes of an instruction
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionMutations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace mlgo {
namespace {

/// Adds changes of one instruction.
class Lister {
public:
  Lister(Instruction &I, std::vector<Mutation> &List) : I(I), List(List) {}

  void listAll() {
    listOperands();
    listPlace();
    listFlags();
    listMetadata();
    listMemory();
    if (auto *Call = dyn_cast<CallBase>(&I))
      listCallMutations(*Call, List);
    listOther();
  }

private:
  template <typename Change> void add(const char *Kind, Change Apply) {
    List.push_back({Kind, Apply});
  }

  /// Puts \p Other in the place of the instruction.
  void replace(Instruction *Other) {
    Other->insertBefore(I.getIterator());
    if (Other->getType() == I.getType())
      I.replaceAllUsesWith(Other);
    else
      I.replaceAllUsesWith(PoisonValue::get(I.getType()));
    I.eraseFromParent();
  }

  void listOperands() {
    for (Use &U : I.operands()) {
      Value *Old = U.get();
      Type *T = Old->getType();
      if (auto *Block = dyn_cast<BasicBlock>(Old)) {
        BasicBlock *Last = &Block->getParent()->back();
        if (Block != Last)
          add("target", [&U, Last] { U.set(Last); });
        continue;
      }
      if (auto *Integer = dyn_cast<ConstantInt>(Old))
        add("integer", [&U, Integer] {
          U.set(ConstantInt::get(Integer->getType(), Integer->getValue() + 1));
        });
      if (auto *Real = dyn_cast<ConstantFP>(Old))
        add("real", [&U, Real] {
          U.set(ConstantFP::get(Real->getType(),
                                Real->getValueAPF().convertToDouble() / 2));
        });
      if (isa<MetadataAsValue>(Old)) {
        LLVMContext &Context = I.getContext();
        add("metadata operand", [&U, &Context] {
          U.set(MetadataAsValue::get(Context, MDString::get(Context, "?")));
        });
      } else if (T->isFirstClassType() && !T->isTokenTy()) {
        add("operand", [&U, T] { U.set(PoisonValue::get(T)); });
        for (Argument &A : I.getFunction()->args())
          if (A.getType() == T)
            add("operand", [&U, &A] { U.set(&A); });
      }
    }
  }

  void listPlace() {
    if (I.isTerminator() || isa<PHINode>(I) || I.isEHPad())
      return;
    if (!I.getNextNode()->isTerminator())
      add("order", [&I = I] { I.moveAfter(I.getNextNode()); });
    if (!I.getType()->isTokenTy())
      add("removal", [&I = I] {
        if (!I.getType()->isVoidTy())
          I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        I.eraseFromParent();
      });
  }

  void listFlags() {
    if (isa<OverflowingBinaryOperator>(I) || isa<TruncInst>(I)) {
      add("nsw", [&I = I] { I.setHasNoSignedWrap(!I.hasNoSignedWrap()); });
      add("nuw", [&I = I] { I.setHasNoUnsignedWrap(!I.hasNoUnsignedWrap()); });
    }
    if (isa<PossiblyExactOperator>(I))
      add("exact", [&I = I] { I.setIsExact(!I.isExact()); });
    if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I))
      add("disjoint", [Or] { Or->setIsDisjoint(!Or->isDisjoint()); });
    if (isa<PossiblyNonNegInst>(I))
      add("nneg", [&I = I] { I.setNonNeg(!I.hasNonNeg()); });
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      add("samesign", [Compare] { Compare->setSameSign(); });
    if (auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
      add("inbounds", [GEP] { GEP->setIsInBounds(!GEP->isInBounds()); });
      add("gep nuw", [GEP] {
        GEP->setNoWrapFlags(GEP->hasNoUnsignedWrap()
                                ? GEPNoWrapFlags::none()
                                : GEPNoWrapFlags::noUnsignedWrap());
      });
    }
    if (!isa<FPMathOperator>(I))
      return;
    add("fast", [&I = I] { I.setHasAllowReassoc(!I.hasAllowReassoc()); });
    add("fast", [&I = I] { I.setHasNoNaNs(!I.hasNoNaNs()); });
    add("fast", [&I = I] { I.setHasNoInfs(!I.hasNoInfs()); });
    add("fast", [&I = I] { I.setHasNoSignedZeros(!I.hasNoSignedZeros()); });
    add("fast", [&I = I] { I.setHasAllowReciprocal(!I.hasAllowReciprocal()); });
    add("fast", [&I = I] { I.setHasAllowContract(!I.hasAllowContract()); });
    add("fast", [&I = I] { I.setHasApproxFunc(!I.hasApproxFunc()); });
  }

  void listMetadata() {
    LLVMContext &Context = I.getContext();
    auto Text = [&Context](const char *What) {
      return MDNode::get(Context, MDString::get(Context, What));
    };
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
    I.getAllMetadata(Attached);
    for (const auto &Pair : Attached) {
      const unsigned Kind = Pair.first;
      MDNode *Node = Pair.second;
      add("metadata", [&I = I, Kind] { I.setMetadata(Kind, nullptr); });
      add("metadata", [=, &I = I] { I.setMetadata(Kind, Text("?")); });
      // The same words, but another node.
      add("metadata", [=, &I = I, &Context] {
        I.setMetadata(Kind, MDNode::getDistinct(Context, {Node}));
      });
    }
    add("metadata", [=, &I = I] { I.setMetadata("mine", Text("a")); });
    add("metadata", [=, &I = I] { I.setMetadata("mine", Text("b")); });
    add("metadata", [=, &I = I] { I.setMetadata("yours", Text("a")); });
  }

  template <typename Access> void listAccess(Access *A) {
    add("volatile", [A] { A->setVolatile(!A->isVolatile()); });
    add("alignment",
        [A] { A->setAlignment(Align(A->getAlign().value() * 2)); });
  }

  template <typename Access> void listOrdered(Access *A) {
    add("ordering", [A] {
      A->setOrdering(A->getOrdering() == AtomicOrdering::SequentiallyConsistent
                         ? AtomicOrdering::Monotonic
                         : AtomicOrdering::SequentiallyConsistent);
    });
    listScoped(A);
  }

  template <typename Access> void listScoped(Access *A) {
    add("scope", [A] {
      A->setSyncScopeID(A->getSyncScopeID() == SyncScope::System
                            ? SyncScope::SingleThread
                            : SyncScope::System);
    });
    add("scope", [A] {
      A->setSyncScopeID(A->getContext().getOrInsertSyncScopeID("wave"));
    });
    add("scope", [A] {
      A->setSyncScopeID(A->getContext().getOrInsertSyncScopeID("group"));
    });
  }

  void listMemory() {
    Type *Wide = Type::getInt128Ty(I.getContext());
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      listAccess(Load);
      listOrdered(Load);
      add("type", [Load, Wide] { Load->mutateType(Wide); });
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      listAccess(Store);
      listOrdered(Store);
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
      listAccess(Update);
      listOrdered(Update);
      add("operation", [Update] { Update->setOperation(AtomicRMWInst::UMax); });
    } else if (auto *Fence = dyn_cast<FenceInst>(&I)) {
      listOrdered(Fence);
    } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I)) {
      listAccess(Swap);
      listScoped(Swap);
      add("weak", [Swap] { Swap->setWeak(!Swap->isWeak()); });
      add("ordering",
          [Swap] { Swap->setSuccessOrdering(AtomicOrdering::Acquire); });
      add("ordering",
          [Swap] { Swap->setFailureOrdering(AtomicOrdering::Acquire); });
    } else if (auto *Slot = dyn_cast<AllocaInst>(&I)) {
      add("alignment", [Slot] { Slot->setAlignment(Align(64)); });
      add("type", [Slot, Wide] { Slot->setAllocatedType(Wide); });
      add("slot", [Slot] { Slot->setUsedWithInAlloca(true); });
      add("slot", [Slot] { Slot->setSwiftError(true); });
    } else if (auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
      add("type", [GEP, Wide] { GEP->setSourceElementType(Wide); });
    }
  }

  void listOther() {
    if (auto *Binary = dyn_cast<BinaryOperator>(&I)) {
      for (const auto Opcode : {Instruction::Add, Instruction::Xor})
        if (Binary->getType()->isIntOrIntVectorTy() &&
            Binary->getOpcode() != Opcode)
          addReplacement("opcode", [Binary, Opcode] {
            return BinaryOperator::Create(Opcode, Binary->getOperand(0),
                                          Binary->getOperand(1));
          });
    } else if (auto *Cast = dyn_cast<CastInst>(&I)) {
      addReplacement("type", [Cast] {
        return CastInst::Create(Cast->getOpcode(), Cast->getOperand(0),
                                Type::getInt8Ty(Cast->getContext()));
      });
    } else if (auto *Compare = dyn_cast<CmpInst>(&I)) {
      add("predicate",
          [Compare] { Compare->setPredicate(Compare->getInversePredicate()); });
      add("predicate",
          [Compare] { Compare->setPredicate(Compare->getSwappedPredicate()); });
    } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
      for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K)
        add("incoming",
            [Phi, K] { Phi->setIncomingBlock(K, Phi->getParent()); });
    } else if (auto *Switch = dyn_cast<SwitchInst>(&I)) {
      for (unsigned K = 0; K < Switch->getNumCases(); ++K)
        add("case", [Switch, K] {
          (Switch->case_begin() + K)
              ->setValue(ConstantInt::get(
                  cast<IntegerType>(Switch->getCondition()->getType()), 99));
        });
    } else if (auto *Pad = dyn_cast<LandingPadInst>(&I)) {
      add("cleanup", [Pad] { Pad->setCleanup(!Pad->isCleanup()); });
    } else {
      listAggregates();
    }
  }

  void listAggregates() {
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
      for (unsigned K = 0; K < Shuffle->getShuffleMask().size(); ++K)
        add("mask", [Shuffle, K] {
          SmallVector<int, 8> Mask(Shuffle->getShuffleMask());
          Mask[K] = Mask[K] == 3 ? 6 : 3;
          Shuffle->setShuffleMask(Mask);
        });
    } else if (auto *Extract = dyn_cast<ExtractValueInst>(&I)) {
      addReplacement("index", [Extract] {
        return ExtractValueInst::Create(Extract->getAggregateOperand(),
                                        {1 - Extract->getIndices()[0]});
      });
    } else if (auto *Insert = dyn_cast<InsertValueInst>(&I)) {
      addReplacement("index", [Insert] {
        const unsigned Index = 1 - Insert->getIndices()[0];
        Type *Part = cast<StructType>(Insert->getType())->getElementType(Index);
        return InsertValueInst::Create(Insert->getAggregateOperand(),
                                       PoisonValue::get(Part), {Index});
      });
    }
  }

  template <typename Make> void addReplacement(const char *Kind, Make Other) {
    add(Kind, [Copy = *this, Other]() mutable { Copy.replace(Other()); });
  }

  Instruction &I;
  std::vector<Mutation> &List;
};

} // namespace

void listInstructionMutations(Instruction &I, std::vector<Mutation> &List) {
  Lister(I, List).listAll();
}

} // namespace mlgo
