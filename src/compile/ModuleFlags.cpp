// What modules say of themselves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ModuleFlags.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
void dropModuleFlag(Module &M, StringRef Name) {
  NamedMDNode *Flags = M.getModuleFlagsMetadata();
  if (!Flags)
    return;
  SmallVector<MDNode *, 8> Kept;
  for (MDNode *Flag : Flags->operands()) {
    const auto *Key = Flag->getNumOperands() > 1
                          ? dyn_cast_or_null<MDString>(Flag->getOperand(1))
                          : nullptr;
    if (!Key || Key->getString() != Name)
      Kept.push_back(Flag);
  }
  Flags->clearOperands();
  for (MDNode *Flag : Kept)
    Flags->addOperand(Flag);
}
} // namespace mlgo
