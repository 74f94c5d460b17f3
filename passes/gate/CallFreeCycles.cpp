// Loops that repeat without a call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallFreeCycles.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace mlgo {
const Function *getCallee(const MachineInstr &MI) {
  for (const MachineOperand &Operand : MI.operands())
    if (Operand.isGlobal())
      return dyn_cast<Function>(Operand.getGlobal());
  return nullptr;
}

unsigned guessCallCost(const Function *Callee) {
  if (!Callee || Callee->isDeclaration() || Callee->isInterposable())
    return UsualCallCost;
  unsigned Cost = 2;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  for (const BasicBlock &BB : *Callee) {
    Seen.insert(&BB);
    // Blocks stand in an order in which only a loop goes back.
    if (any_of(successors(&BB),
               [&](const BasicBlock *Next) { return Seen.contains(Next); }))
      return UsualCallCost;
    for (const Instruction &I : BB) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (++Cost > UsualCallCost || (Call && !isa<IntrinsicInst>(Call)))
        return UsualCallCost;
    }
  }
  return Cost;
}
} // namespace mlgo
