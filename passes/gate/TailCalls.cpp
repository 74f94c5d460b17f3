// Calls that compilers turn into jumps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TailCalls.h"
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

/// Adds to \p Callees what the last thing that \p F does may be to call; false
/// if one of them is called through a pointer.
static bool findTailCallees(const Function &F,
                            SmallVectorImpl<const Function *> &Callees) {
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<IntrinsicInst>(Call) || Call->isInlineAsm() ||
        !leadsToReturn(Call->getNextNode()))
      continue;
    if (!Call->getCalledFunction())
      return false;
    Callees.push_back(Call->getCalledFunction());
  }
  return true;
}

/// Past so many functions the answer is that they come back.
constexpr size_t Longest = 256;

/// Whether one of \p Starts leads to \p F by calls of functions of the module.
static bool leadTo(const Function &F, ArrayRef<const Function *> Starts) {
  SmallPtrSet<const Function *, 16> Known(Starts.begin(), Starts.end());
  SmallVector<const Function *, 16> Pending(Starts.begin(), Starts.end());
  while (!Pending.empty() && Known.size() <= Longest) {
    const Function *Next = Pending.pop_back_val();
    if (Next == &F)
      return true;
    for (const Instruction &I : instructions(*Next))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction();
            Callee && Known.insert(Callee).second)
          Pending.push_back(Callee);
  }
  return Known.size() > Longest;
}

/// Whether a call through a pointer is the last thing that \p F does, or that
/// the last function of the module does that it leads to by last calls.
static bool endsInPointer(const Function &F) {
  SmallPtrSet<const Function *, 16> Known;
  SmallVector<const Function *, 8> Pending = {&F}, Callees;
  while (!Pending.empty() && Known.size() <= Longest) {
    if (!findTailCallees(*Pending.pop_back_val(), Callees))
      return true;
    for (const Function *Callee : Callees)
      if (Known.insert(Callee).second)
        Pending.push_back(Callee);
    Callees.clear();
  }
  return Known.size() > Longest;
}

bool mayRecurByTailCall(const Function &F) {
  const bool CallsItself = any_of(F.users(), [&](const User *U) {
    const auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getCalledFunction() == &F && Call->getFunction() == &F;
  });
  if (CallsItself || endsInPointer(F))
    return true;
  SmallVector<const Function *, 8> Callees;
  findTailCallees(F, Callees);
  return leadTo(F, Callees);
}
} // namespace mlgo
