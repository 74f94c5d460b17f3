// Costs of calls that are alike
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CostMemory.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mlgo {
/// In a key, instead of the address of a stack slot: it does not matter which.
static const char IsStackSlot = 0;

template <typename T>
T CostMemory::find(std::map<Key, T> &Known, CallBase &CB, Kind What,
                   function_ref<T()> Compute) {
  // Into the other functions nothing is inlined as long as this one is visited.
  if (CB.getCaller() != Caller)
    clear();
  Caller = CB.getCaller();
  Key K;
  if (!makeKey(CB, What, K))
    return Compute();
  auto Found = Known.find(K);
  if (Found == Known.end())
    Found = Known.emplace(std::move(K), Compute()).first;
  return Found->second;
}

InlineCost CostMemory::get(CallBase &CB, bool IsWhole,
                           function_ref<InlineCost()> Compute) {
  return find(Costs, CB, IsWhole ? Kind::WholeCost : Kind::Cost, Compute);
}

CostMemory::Parts CostMemory::getParts(CallBase &CB,
                                       function_ref<Parts()> Compute) {
  return find(KnownParts, CB, Kind::Parts, Compute);
}

void CostMemory::clear() {
  Caller = nullptr;
  Costs.clear();
  KnownParts.clear();
}

bool CostMemory::makeKey(CallBase &CB, Kind What, Key &K) {
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
  K = {Callee, CB.getFunctionType(), CB.getAttributes().getRawPointer(),
       reinterpret_cast<const void *>(Bits)};
  SmallPtrSet<const Value *, 8> Bases;
  for (const Value *Actual : CB.args()) {
    if (isa<Constant>(Actual)) {
      K.push_back(Actual);
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
  return true;
}
} // namespace mlgo
