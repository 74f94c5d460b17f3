//===- CostMemory.cpp - Costs of calls that are alike ---------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mlgo {

/// In a key, instead of the address of a stack slot: it does not matter which.
static const char IsStackSlot = 0;

void CostMemory::setCaller(const Function &Next) {
  if (&Next == Caller)
    return;
  // It was inlined into, so that its own costs are other ones now.
  Known.erase(Caller);
  Caller = &Next;
  ++Turn;
  IsRecursive = any_of(Next.users(), [&](const User *U) {
    const auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getFunction() == &Next;
  });
}

template <typename T>
T CostMemory::find(std::map<Key, T> Costs::*Which, CallBase &CB, Kind What,
                   function_ref<T()> Compute) {
  setCaller(*CB.getCaller());
  Key K;
  if (!makeKey(CB, What, K))
    return Compute();
  std::unique_ptr<Costs> &OfCallee = Known[CB.getCalledFunction()];
  if (!OfCallee)
    OfCallee = std::make_unique<Costs>();
  std::map<Key, T> &Alike = OfCallee.get()->*Which;
  auto Found = Alike.find(K);
  if (Found == Alike.end())
    Found = Alike.emplace(std::move(K), Compute()).first;
  return Found->second;
}

InlineCost CostMemory::get(CallBase &CB, bool IsWhole,
                           function_ref<InlineCost()> Compute) {
  return find(&Costs::Sums, CB, IsWhole ? Kind::WholeCost : Kind::Cost,
              Compute);
}

CostMemory::Parts CostMemory::getParts(CallBase &CB,
                                       function_ref<Parts()> Compute) {
  return find(&Costs::Split, CB, Kind::Parts, Compute);
}

void CostMemory::onVisit(const LazyCallGraph::SCC *SCC) {
  Known.erase(Caller);
  Caller = nullptr;
  if (!SCC)
    return Known.clear();
  for (const LazyCallGraph::Node &Node : *SCC)
    Known.erase(&Node.getFunction());
}

bool CostMemory::makeKey(CallBase &CB, Kind What, Key &K) const {
  const Function *Callee = CB.getCalledFunction();
  if (Callee == CB.getCaller() || CB.hasOperandBundles())
    return false;
  const auto *Invoke = dyn_cast<InvokeInst>(&CB);
  const BasicBlock *Next = Invoke ? Invoke->getNormalDest() : CB.getParent();
  // Stock hardly pays for calls that end in unreachable code, and all for the
  // last one of a function.
  const uintptr_t Bits = uintptr_t(What) | uintptr_t(Invoke != nullptr) << 2 |
                         uintptr_t(isa<UnreachableInst>(Next->getTerminator()))
                             << 3 |
                         uintptr_t(Callee->hasOneLiveUse()) << 4 |
                         uintptr_t(CB.getCallingConv()) << 5;
  K = {CB.getFunctionType(), CB.getAttributes().getRawPointer(),
       CB.getCaller()->getAttributes().getRawPointer(),
       reinterpret_cast<const void *>(Bits)};
  // Stock looks at what a recursive caller has on its stack.
  bool IsCallersOwn = IsRecursive;
  SmallPtrSet<const Value *, 8> Bases;
  for (const Value *Actual : CB.args()) {
    if (isa<Constant>(Actual)) {
      K.push_back(Actual);
      // Others may be deleted, and another have the address later.
      IsCallersOwn |= !isa<ConstantData>(Actual);
      continue;
    }
    K.push_back(nullptr);
    if (!Actual->getType()->isPtrOrPtrVectorTy())
      continue;
    // Stack slots may dissolve, and pointers into one object can be compared.
    const Value *Base = Actual->stripInBoundsConstantOffsets();
    if (isa<Constant>(Base) || !Bases.insert(Base).second)
      return false;
    if (isa<AllocaInst>(Base))
      K.back() = &IsStackSlot;
  }
  if (IsCallersOwn)
    K.push_back(reinterpret_cast<const void *>(Turn));
  return true;
}

} // namespace mlgo
