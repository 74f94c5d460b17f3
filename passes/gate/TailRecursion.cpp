// Functions whose stack would grow without tail calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TailRecursion.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace mlgo {
/// Whether \p I, in a block that follows a call, does no more than to return.
static bool leadsToReturn(const Instruction *I) {
  // Blocks that only pass a value on may follow each other, not for ever.
  for (unsigned Steps = 0; I && Steps < 16; ++Steps) {
    if (isa<ReturnInst>(I))
      return true;
    if (const auto *Branch = dyn_cast<BranchInst>(I)) {
      if (Branch->isConditional())
        return false;
      I = &Branch->getSuccessor(0)->front();
    } else if (isa<PHINode>(I) || isa<CastInst>(I) ||
               I->isDebugOrPseudoInst() || I->isLifetimeStartOrEnd()) {
      I = I->getNextNode();
    } else {
      return false;
    }
  }
  return false;
}

/// The functions that call \p F directly, and their callers, and so on.
static SmallPtrSet<const Function *, 16> findCallers(const Function &F) {
  SmallPtrSet<const Function *, 16> Callers;
  SmallVector<const Function *, 16> Pending = {&F};
  while (!Pending.empty()) {
    const Function *Called = Pending.pop_back_val();
    for (const User *U : Called->users()) {
      const auto *Call = dyn_cast<CallBase>(U);
      if (Call && Call->getCalledFunction() == Called &&
          Callers.insert(Call->getFunction()).second)
        Pending.push_back(Call->getFunction());
    }
  }
  return Callers;
}

bool mayRecurByTailCall(const Function &F) {
  SmallVector<const Function *, 4> TailCalled;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<IntrinsicInst>(Call))
      continue;
    const Function *Callee = Call->getCalledFunction();
    if (Callee == &F)
      return true;
    if (Call->isInlineAsm() || !leadsToReturn(Call->getNextNode()))
      continue;
    if (!Callee)
      return true;
    if (!Callee->isDeclaration())
      TailCalled.push_back(Callee);
  }
  if (TailCalled.empty())
    return false;
  const auto Callers = findCallers(F);
  return any_of(TailCalled, [&](const Function *Callee) {
    return Callers.contains(Callee);
  });
}
} // namespace mlgo
