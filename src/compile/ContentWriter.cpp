// What IR says, as bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ContentWriter.h"
#include "compile/FunctionHash.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
//===----------------------------------------------------------------------===//
// What functions share
//===----------------------------------------------------------------------===//

/// Names of structures do not count: they are the context's own.
uint64_t ContentMemo::hashType(Type *T) {
  if (auto Known = Types.find(T); Known != Types.end())
    return Known->second;
  ContentWriter Out(*this);
  Out.put(T->getTypeID());
  Out.put(T->getNumContainedTypes());
  for (Type *Part : T->subtypes())
    Out.put(hashType(Part));
  if (auto *Struct = dyn_cast<StructType>(T)) {
    Out.put(Struct->isOpaque());
    Out.put(Struct->isPacked());
  } else if (auto *Signature = dyn_cast<FunctionType>(T)) {
    Out.put(Signature->isVarArg());
  } else if (auto *Array = dyn_cast<ArrayType>(T)) {
    Out.put(Array->getNumElements());
  } else if (auto *Vector = dyn_cast<VectorType>(T)) {
    Out.put(Vector->getElementCount().getKnownMinValue());
  } else if (auto *Integer = dyn_cast<IntegerType>(T)) {
    Out.put(Integer->getBitWidth());
  } else if (auto *Pointer = dyn_cast<PointerType>(T)) {
    Out.put(Pointer->getAddressSpace());
  } else if (auto *Target = dyn_cast<TargetExtType>(T)) {
    Out.putText(Target->getName());
    for (const unsigned Parameter : Target->int_params())
      Out.put(Parameter);
  }
  return Types[T] = xxh3_64bits(Out.bytes());
}

uint64_t ContentMemo::hashAttributes(AttributeSet Set) {
  ContentWriter Out(*this);
  for (const Attribute &A : Set) {
    if (!A.isTypeAttribute()) {
      Out.putText(A.getAsString());
      continue;
    }
    Out.put(A.getKindAsEnum());
    Out.putType(A.getValueAsType());
  }
  return xxh3_64bits(Out.bytes());
}

uint64_t ContentMemo::hashAttributes(AttributeList List) {
  auto [Entry, IsNew] = Attributes.try_emplace(List.getRawPointer(), 0);
  if (!IsNew)
    return Entry->second;
  ContentWriter Out(*this);
  for (const unsigned Index : List.indexes())
    if (AttributeSet Set = List.getAttributes(Index); Set.hasAttributes()) {
      Out.put(Index);
      Out.put(hashAttributes(Set));
    }
  return Attributes[List.getRawPointer()] = xxh3_64bits(Out.bytes());
}

uint64_t ContentMemo::hashKind(unsigned Kind, LLVMContext &Context) {
  if (Kind >= Kinds.size()) {
    SmallVector<StringRef, 64> Names;
    Context.getMDKindNames(Names);
    Kinds.clear();
    // The marks of the advisor are ours.
    for (const StringRef Name : Names)
      Kinds.push_back(Name == "dbg" || Name == "DIAssignID" ||
                              Name.starts_with("mlgo.")
                          ? 0
                          : xxh3_64bits(Name));
  }
  return Kinds[Kind];
}

uint64_t ContentMemo::hashIdentity(const GlobalValue &G) {
  if (G.hasName())
    return xxh3_64bits(G.getName());
  if (Unnamed.empty())
    for (const GlobalValue &Other : G.getParent()->global_values())
      if (!Other.hasName())
        Unnamed.try_emplace(&Other, Unnamed.size());
  return Unnamed.lookup(&G);
}

uint64_t ContentMemo::getPlace(const BasicBlock &B) {
  if (!Places.count(&B)) {
    uint64_t Place = 0;
    for (const BasicBlock &Other : *B.getParent())
      Places[&Other] = Place++;
  }
  return Places.lookup(&B);
}

const ContentMemo::GlobalContent &
ContentMemo::getContent(const GlobalValue &G) {
  auto [Entry, IsNew] = Contents.try_emplace(&G);
  if (IsNew) {
    ContentWriter Out(*this);
    Out.LeadsTo = &Entry->second.LeadsTo;
    Out.putGlobal(G);
    // Constants are folded into those that load them.
    if (auto *Variable = dyn_cast<GlobalVariable>(&G);
        Variable && Variable->isConstant() && Variable->hasInitializer())
      Out.putConstant(*Variable->getInitializer());
    else if (auto *Alias = dyn_cast<GlobalAlias>(&G))
      Out.putConstant(*Alias->getAliasee());
    Entry->second.Hash = xxh3_64bits(Out.bytes());
  }
  return Entry->second;
}

uint64_t ContentMemo::hashReach(const GlobalValue &G) {
  if (auto Known = Reach.find(&G); Known != Reach.end())
    return Known->second;
  ContentWriter Out(*this);
  SmallVector<const GlobalValue *, 8> Reached = {&G};
  SmallPtrSet<const GlobalValue *, 8> Seen = {&G};
  for (size_t I = 0; I < Reached.size(); ++I) {
    const GlobalContent &Content = getContent(*Reached[I]);
    Out.put(Content.Hash);
    for (const GlobalValue *Next : Content.LeadsTo)
      if (Seen.insert(Next).second)
        Reached.push_back(Next);
  }
  return Reach[&G] = xxh3_64bits(Out.bytes());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void ContentWriter::put(const APInt &Value) {
  put(Value.getBitWidth());
  for (unsigned I = 0; I < Value.getNumWords(); ++I)
    put(Value.getRawData()[I]);
}

void ContentWriter::putText(StringRef Text) { put(xxh3_64bits(Text)); }

void ContentWriter::putGlobal(const GlobalValue &G) {
  put(G.getValueID());
  put(Memo.hashIdentity(G));
  putType(G.getValueType());
  for (const unsigned Fact :
       {unsigned(G.getLinkage()), unsigned(G.getVisibility()),
        unsigned(G.getDLLStorageClass()), unsigned(G.isDSOLocal()),
        unsigned(G.getUnnamedAddr()), unsigned(G.getThreadLocalMode()),
        unsigned(G.getAddressSpace()), unsigned(G.isDeclaration())})
    put(Fact);
  putText(G.getPartition());
  auto *Object = dyn_cast<GlobalObject>(&G);
  if (!Object)
    return;
  putText(Object->getSection());
  const Comdat *Group = Object->getComdat();
  put(Group ? 1 + Group->getSelectionKind() : 0);
  putText(Group ? Group->getName() : "");
  if (auto *Variable = dyn_cast<GlobalVariable>(Object)) {
    put(Variable->getAlign().valueOrOne().value());
    put(Variable->isConstant());
    put(Variable->isExternallyInitialized());
    put(Variable->getCodeModelRaw());
    put(Memo.hashAttributes(Variable->getAttributes()));
    // Where it is, which code may rely on.
    if (const MDNode *Range =
            Variable->getMetadata(LLVMContext::MD_absolute_symbol))
      putNode(*Range);
  } else if (auto *Callee = dyn_cast<Function>(Object)) {
    put(Callee->getAlign().valueOrOne().value());
    // What passes inferred about a callee is used in its callers.
    put(Callee->getCallingConv());
    put(Memo.hashAttributes(Callee->getAttributes()));
  }
}

void ContentWriter::putConstant(const Constant &C) {
  put(C.getValueID());
  if (auto *G = dyn_cast<GlobalValue>(&C)) {
    if (!LeadsTo)
      return put(Memo.hashReach(*G));
    LeadsTo->push_back(G);
    return put(Memo.hashIdentity(*G));
  }
  putType(C.getType());
  if (auto *Integer = dyn_cast<ConstantInt>(&C))
    return put(Integer->getValue());
  if (auto *Real = dyn_cast<ConstantFP>(&C))
    return put(Real->getValueAPF().bitcastToAPInt());
  if (auto *Data = dyn_cast<ConstantDataSequential>(&C))
    return putText(Data->getRawDataValues());
  if (auto *Address = dyn_cast<BlockAddress>(&C)) {
    putConstant(*Address->getFunction());
    return put(Memo.getPlace(*Address->getBasicBlock()));
  }
  if (auto *Expression = dyn_cast<ConstantExpr>(&C)) {
    put(Expression->getOpcode());
    put(Expression->getRawSubclassOptionalData());
    if (auto *GEP = dyn_cast<GEPOperator>(Expression)) {
      putType(GEP->getSourceElementType());
      if (auto InRange = GEP->getInRange()) {
        put(InRange->getLower());
        put(InRange->getUpper());
      }
    }
  }
  put(C.getNumOperands());
  for (const Use &Operand : C.operands())
    putConstant(*cast<Constant>(Operand));
}

void ContentWriter::putOperand(const Value *V) {
  if (auto Local = Numbers.find(V); Local != Numbers.end()) {
    put(1);
    return put(Local->second);
  }
  if (auto *C = dyn_cast<Constant>(V)) {
    put(2);
    return putConstant(*C);
  }
  if (auto *Wrapped = dyn_cast<MetadataAsValue>(V)) {
    put(3);
    return putMetadata(Wrapped->getMetadata());
  }
  put(4);
  auto *Assembly = cast<InlineAsm>(V);
  putText(Assembly->getAsmString());
  putText(Assembly->getConstraintString());
  put(Assembly->hasSideEffects());
  put(Assembly->isAlignStack());
  put(Assembly->getDialect());
  put(Assembly->canThrow());
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

void ContentWriter::putMetadata(const Metadata *M) {
  if (auto *Text = dyn_cast_or_null<MDString>(M)) {
    put(1);
    putText(Text->getString());
  } else if (auto *Node = dyn_cast_or_null<MDTuple>(M)) {
    put(2);
    putNode(*Node);
  } else if (auto *Inner = dyn_cast_or_null<ValueAsMetadata>(M)) {
    put(3);
    putOperand(Inner->getValue());
  } else {
    // All other kinds describe debug information, which changes no code.
    put(0);
  }
}

/// Which nodes are one counts, as of alias scopes, so that they are numbered.
void ContentWriter::putNode(const MDNode &Node) {
  auto [Entry, IsNew] = Nodes.try_emplace(&Node, Nodes.size());
  put(Entry->second);
  if (!IsNew)
    return;
  put(Node.isDistinct());
  put(Node.getNumOperands());
  for (const MDOperand &Operand : Node.operands())
    putMetadata(Operand.get());
}

void ContentWriter::putMetadata(const AttachedMetadata &Attached,
                                LLVMContext &Context) {
  for (const auto &[Kind, Node] : Attached)
    if (const uint64_t Name = Memo.hashKind(Kind, Context)) {
      put(Name);
      putMetadata(Node);
    }
  put(0);
}
} // namespace mlgo
