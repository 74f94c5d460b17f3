//===- IdenticalFunctions.cpp - Functions of the same code ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdenticalFunctions.h"

#include "SharedFunctions.h"

#include "mlgo/llvm/LLVMCompat.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;

namespace mlgo {
namespace {

/// What inline assembly and the linker know by name stays.
SmallPtrSet<const GlobalValue *, 8> findUsed(const Module &M) {
  SmallVector<GlobalValue *, 8> Found;
  collectUsedGlobalVariables(M, Found, /*CompilerUsed=*/false);
  collectUsedGlobalVariables(M, Found, /*CompilerUsed=*/true);
  return SmallPtrSet<const GlobalValue *, 8>(Found.begin(), Found.end());
}

/// Whether calling \p F from a function of the same attributes, as merging
/// does, is all that its callers would notice.
bool isCalledAsUsual(const Function &F) {
  const CallingConv::ID Convention = F.getCallingConv();
  return (Convention == CallingConv::C || Convention == CallingConv::Fast) &&
         !F.hasFnAttribute(Attribute::Naked) &&
         !F.hasFnAttribute("interrupt") &&
         !F.hasFnAttribute("cmse_nonsecure_entry") && !F.hasPrefixData() &&
         !F.hasPrologueData();
}

bool mayBeInEveryFile(const Function &F) {
  return F.hasLinkOnceODRLinkage() || F.hasWeakODRLinkage();
}

/// Marks for passes that copy code, of which none is left. Functions that have
/// one would not be compared.
void removeScopeMarks(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<NoAliasScopeDeclInst>(I))
      I.eraseFromParent();
}

/// What LLVM compares does not tell which accesses may be to the same place, so
/// that \p F, which serves others now, has to leave it open.
void forgetAliases(Function &F) {
  for (Instruction &I : instructions(F))
    I.setAAMetadata(AAMDNodes());
}

/// Shares those of \p Merged that became private, for their old names call them
/// now. What calls one of these is shared after it.
void shareMerged(ArrayRef<Function *> Merged) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function *F : Merged) {
      if (!F->hasPrivateLinkage() || refersToLocals(*F))
        continue;
      shareBetweenFiles(*F, "mlgo.merged");
      Changed = true;
    }
  }
}

} // namespace

bool mergeIdenticalFunctions(Module &M) {
  const auto Used = findUsed(M);
  std::vector<Function *> Functions;
  const Constant *Personality = nullptr;
  for (Function &F : M) {
    if (F.isDeclaration() || !F.hasOptSize() || Used.contains(&F) ||
        !isCalledAsUsual(F))
      continue;
    // LLVM does not compare who handles exceptions; most modules have one.
    if (F.hasPersonalityFn() && !Personality)
      Personality = F.getPersonalityFn();
    if (F.hasPersonalityFn() && F.getPersonalityFn() != Personality)
      continue;
    // Each file would get a copy of its own.
    if (mayBeInEveryFile(F) && (!canShareFunctions(M) || refersToLocals(F)))
      continue;
    removeScopeMarks(F);
    Functions.push_back(&F);
  }
  const std::vector<WeakVH> Handles(Functions.begin(), Functions.end());
  const auto Serving = compat::mergeFunctions(Functions);
  std::vector<Function *> Merged;
  for (Value *V : Handles)
    if (V && Serving.contains(V)) {
      Merged.push_back(cast<Function>(V));
      forgetAliases(*Merged.back());
    }
  shareMerged(Merged);
  return !Serving.empty();
}

} // namespace mlgo
