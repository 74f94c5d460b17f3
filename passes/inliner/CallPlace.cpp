// Finds what an inlined call brought
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallPlace.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mlgo {
CallPlace::CallPlace(CallBase &CB)
    : Block(CB.getParent()), NextBlock(Block->getNextNode()),
      Before(CB.getPrevNode()), IsFirst(!CB.getPrevNode()),
      After(CB.getNextNode()),
      Start(&Block->getParent()->getEntryBlock().front() == &CB
                ? nullptr
                : &Block->getParent()->getEntryBlock().front()) {}

bool CallPlace::forEachNew(function_ref<void(Instruction &)> OnInstruction,
                           function_ref<void(BasicBlock &)> OnBlock) const {
  if (!IsFirst && !Before)
    return false;
  Function &F = *Block->getParent();
  if (Start)
    for (Instruction &I : F.getEntryBlock()) {
      if (&I == Start || !isa<AllocaInst>(I))
        break;
      OnInstruction(I);
    }
  auto I = IsFirst ? Block->begin()
                   : std::next(cast<Instruction>(Before)->getIterator());
  for (BasicBlock *In = Block;;) {
    for (; I != In->end(); ++I) {
      if (&*I == After)
        return true;
      OnInstruction(*I);
    }
    In = In->getNextNode();
    if (In == NextBlock)
      return true;
    OnBlock(*In);
    I = In->begin();
  }
}
} // namespace mlgo
