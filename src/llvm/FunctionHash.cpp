//===- FunctionHash.cpp - Equal functions have equal hashes ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/FunctionHash.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
namespace {

uint64_t hashText(StringRef Text) { return xxh3_64bits(Text); }

} // namespace

/// Serialises one function into bytes, which are then hashed.
class FunctionHasher::Writer {
public:
  Writer(FunctionHasher &Known, const Function &F) : Known(Known), F(F) {}

  Hash run() {
    putGlobal(F);
    put(F.getCallingConv());
    put(F.hasGC());
    putAttributes(F.getAttributes());
    for (const Argument &A : F.args())
      number(&A);
    for (const BasicBlock &B : F)
      number(&B);
    if (F.hasPersonalityFn())
      putConstant(*F.getPersonalityFn());
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
    F.getAllMetadata(Attached);
    putMetadata(Attached);
    for (const BasicBlock &B : F)
      for (const Instruction &I : B)
        if (!I.getType()->isVoidTy())
          number(&I);
    for (const BasicBlock &B : F) {
      put(B.size());
      for (const Instruction &I : B)
        putInstruction(I);
    }
    const ArrayRef<uint8_t> Data(
        reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size());
    const XXH128_hash_t Both = xxh3_128bits(Data);
    return {Both.low64, Both.high64};
  }

private:
  void put(uint64_t Value) {
    Bytes.append(reinterpret_cast<const char *>(&Value),
                 reinterpret_cast<const char *>(&Value + 1));
  }

  void put(const APInt &Value) {
    put(Value.getBitWidth());
    for (unsigned I = 0; I < Value.getNumWords(); ++I)
      put(Value.getRawData()[I]);
  }

  void number(const Value *V) { Numbers.try_emplace(V, Numbers.size()); }

  void putType(Type *T) {
    auto [Entry, IsNew] = Known.Types.try_emplace(T, 0);
    if (IsNew) {
      std::string Text;
      raw_string_ostream OS(Text);
      // The full layout: names of structures are the module's own.
      if (auto *S = dyn_cast<StructType>(T); S && !S->isOpaque()) {
        OS << S->isPacked();
        for (Type *Element : S->elements())
          OS << *Element << ',';
      } else {
        OS << *T;
      }
      Entry->second = hashText(Text);
    }
    put(Entry->second);
  }

  void putAttributes(AttributeList List) {
    auto [Entry, IsNew] = Known.Attributes.try_emplace(List.getRawPointer(), 0);
    if (IsNew) {
      std::string Text;
      for (unsigned Index : List.indexes())
        Text += utostr(Index) + ":" + List.getAsString(Index) + ";";
      Entry->second = hashText(Text);
    }
    put(Entry->second);
  }

  void putGlobal(const GlobalValue &G) {
    auto [Entry, IsNew] = Known.Globals.try_emplace(&G, 0);
    if (IsNew) {
      std::string Text;
      raw_string_ostream OS(Text);
      OS << G.getName() << '\0' << G.getLinkage() << '|' << G.getVisibility()
         << '|' << G.isDSOLocal() << '|' << int(G.getUnnamedAddr()) << '|'
         << G.getThreadLocalMode() << '|' << G.getAddressSpace();
      if (auto *Variable = dyn_cast<GlobalVariable>(&G))
        OS << '|' << Variable->isConstant() << Variable->isDeclaration() << '|'
           << Variable->getAlign().valueOrOne().value() << '|'
           << *Variable->getValueType() << Variable->getSection();
      if (auto *Object = dyn_cast<Function>(&G))
        OS << '|' << Object->getCallingConv() << *Object->getFunctionType()
           << Object->getSection() << '|'
           << Object->getAlign().valueOrOne().value();
      Entry->second = hashText(Text);
    }
    put(Entry->second);
    // What passes inferred about a callee is used in its callers.
    if (auto *Object = dyn_cast<Function>(&G); Object && Object != &F)
      putAttributes(Object->getAttributes());
    // Constants are folded into those that load them.
    if (auto *Variable = dyn_cast<GlobalVariable>(&G);
        Variable && Variable->isConstant() && Variable->hasInitializer())
      put(reinterpret_cast<uintptr_t>(Variable->getInitializer()));
  }

  void putConstant(const Constant &C) {
    put(C.getValueID());
    putType(C.getType());
    if (auto *G = dyn_cast<GlobalValue>(&C))
      return putGlobal(*G);
    if (auto *Integer = dyn_cast<ConstantInt>(&C))
      return put(Integer->getValue());
    if (auto *Real = dyn_cast<ConstantFP>(&C))
      return put(Real->getValueAPF().bitcastToAPInt());
    if (auto *Data = dyn_cast<ConstantDataSequential>(&C))
      return put(hashText(Data->getRawDataValues()));
    if (auto *Address = dyn_cast<BlockAddress>(&C)) {
      putGlobal(*Address->getFunction());
      // Another function's block has no number; such functions are rare.
      return putOperand(Address->getBasicBlock());
    }
    if (auto *Expression = dyn_cast<ConstantExpr>(&C)) {
      put(Expression->getOpcode());
      put(Expression->getRawSubclassOptionalData());
      if (auto *GEP = dyn_cast<GEPOperator>(Expression))
        putType(GEP->getSourceElementType());
    }
    put(C.getNumOperands());
    for (const Use &Operand : C.operands())
      if (auto *Inner = dyn_cast<Constant>(Operand))
        putConstant(*Inner);
      else
        putOperand(Operand);
  }

  void putOperand(const Value *V) {
    auto Local = Numbers.find(V);
    if (Local != Numbers.end()) {
      put(1);
      return put(Local->second);
    }
    put(2);
    if (auto *C = dyn_cast<Constant>(V))
      return putConstant(*C);
    if (auto *Assembly = dyn_cast<InlineAsm>(V)) {
      put(hashText(Assembly->getAsmString()));
      return put(hashText(Assembly->getConstraintString()));
    }
    if (auto *Wrapped = dyn_cast<MetadataAsValue>(V)) {
      if (auto *Node = dyn_cast<MDNode>(Wrapped->getMetadata()))
        return putNode(*Node);
      if (auto *Inner = dyn_cast<ValueAsMetadata>(Wrapped->getMetadata()))
        return putOperand(Inner->getValue());
    }
    // Unlike anything else: never taken for equal.
    put(reinterpret_cast<uintptr_t>(V));
  }

  void putNode(const MDNode &Node) {
    auto [Entry, IsNew] = Known.Nodes.try_emplace(&Node, 0);
    if (!IsNew)
      return put(Entry->second);
    // A node within itself (a loop's) counts as 0 while it is written.
    std::string Text = Node.isDistinct() ? "d" : "u";
    for (const MDOperand &Operand : Node.operands())
      Text += describe(Operand.get()) + ",";
    const uint64_t Value = hashText(Text);
    Known.Nodes[&Node] = Value;
    put(Value);
  }

  std::string describe(const Metadata *M) {
    if (auto *Text = dyn_cast_or_null<MDString>(M))
      return Text->getString().str();
    if (auto *Node = dyn_cast_or_null<MDNode>(M)) {
      const size_t Start = Bytes.size();
      putNode(*Node);
      std::string Text(Bytes.begin() + Start, Bytes.end());
      Bytes.truncate(Start);
      return Text;
    }
    if (auto *Inner = dyn_cast_or_null<ConstantAsMetadata>(M)) {
      const size_t Start = Bytes.size();
      putConstant(*Inner->getValue());
      std::string Text(Bytes.begin() + Start, Bytes.end());
      Bytes.truncate(Start);
      return Text;
    }
    return "";
  }

  void putMetadata(ArrayRef<std::pair<unsigned, MDNode *>> Attached) {
    for (const auto &[Kind, Node] : Attached) {
      // Debug locations and our own marks change no code.
      if (Kind == LLVMContext::MD_dbg)
        continue;
      put(Kind);
      putNode(*Node);
    }
  }

  void putInstruction(const Instruction &I) {
    put(I.getOpcode());
    putType(I.getType());
    put(I.getRawSubclassOptionalData());
    put(I.getNumOperands());
    for (const Use &Operand : I.operands())
      putOperand(Operand);
    putDetails(I);
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
    I.getAllMetadataOtherThanDebugLoc(Attached);
    putMetadata(Attached);
  }

  void putDetails(const Instruction &I) {
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      put(Call->getCallingConv());
      putType(Call->getFunctionType());
      putAttributes(Call->getAttributes());
      if (auto *Plain = dyn_cast<CallInst>(Call))
        put(Plain->getTailCallKind());
      for (unsigned B = 0; B < Call->getNumOperandBundles(); ++B)
        put(Call->getOperandBundleAt(B).getTagID());
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      putAccess(Load->isVolatile(), Load->getAlign(), Load->getOrdering());
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      putAccess(Store->isVolatile(), Store->getAlign(), Store->getOrdering());
    } else if (auto *Compare = dyn_cast<CmpInst>(&I)) {
      put(Compare->getPredicate());
    } else if (auto *Slot = dyn_cast<AllocaInst>(&I)) {
      putType(Slot->getAllocatedType());
      put(Slot->getAlign().value());
      put(Slot->isUsedWithInAlloca());
    } else if (auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
      putType(GEP->getSourceElementType());
    } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
      for (const BasicBlock *Block : Phi->blocks())
        putOperand(Block);
    } else if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
      for (int Element : Shuffle->getShuffleMask())
        put(Element);
    } else if (auto *Extract = dyn_cast<ExtractValueInst>(&I)) {
      for (unsigned Index : Extract->indices())
        put(Index);
    } else if (auto *Insert = dyn_cast<InsertValueInst>(&I)) {
      for (unsigned Index : Insert->indices())
        put(Index);
    } else if (auto *Pad = dyn_cast<LandingPadInst>(&I)) {
      put(Pad->isCleanup());
      for (unsigned C = 0; C < Pad->getNumClauses(); ++C)
        put(Pad->isCatch(C));
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
      put(Update->getOperation());
      putAccess(Update->isVolatile(), Update->getAlign(),
                Update->getOrdering());
    } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I)) {
      put(Swap->isWeak());
      put(uint64_t(Swap->getFailureOrdering()));
      putAccess(Swap->isVolatile(), Swap->getAlign(),
                Swap->getSuccessOrdering());
    } else if (auto *Fence = dyn_cast<FenceInst>(&I)) {
      put(uint64_t(Fence->getOrdering()));
    }
  }

  void putAccess(bool IsVolatile, Align A, AtomicOrdering Ordering) {
    put(IsVolatile);
    put(A.value());
    put(uint64_t(Ordering));
  }

  FunctionHasher &Known;
  const Function &F;
  SmallVector<char, 4096> Bytes;
  DenseMap<const Value *, uint64_t> Numbers;
};

FunctionHasher::Hash FunctionHasher::hash(const Function &F) {
  return Writer(*this, F).run();
}

} // namespace mlgo
