//===- SharedFunctions.cpp - One copy for all files of a program ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedFunctions.h"

#include "mlgo/llvm/FunctionHash.h"
#include "mlgo/llvm/LLVMCompat.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace mlgo {

bool canShareFunctions(const Module &M) {
  const Triple Target(M.getTargetTriple());
  return Target.isOSBinFormatELF() || Target.isOSBinFormatWasm();
}

bool refersToLocals(const Function &F) {
  SmallVector<const Constant *, 32> Waiting;
  SmallPtrSet<const Constant *, 32> Seen;
  auto Add = [&](const Value *V) {
    if (auto *C = dyn_cast<Constant>(V))
      if (Seen.insert(C).second)
        Waiting.push_back(C);
  };
  for (const Instruction &I : instructions(F))
    for (const Use &Operand : I.operands())
      Add(Operand);
  while (!Waiting.empty()) {
    const Constant *C = Waiting.pop_back_val();
    auto *Global = dyn_cast<GlobalValue>(C);
    const bool IsLocal = Global && Global->hasLocalLinkage();
    if (IsLocal && !isContentAlone(*Global))
      return true;
    // What others say of a global value is not F's affair.
    if (!Global || IsLocal)
      for (const Use &Operand : C->operands())
        Add(Operand);
  }
  return false;
}

void shareBetweenFiles(Function &F, StringRef Prefix) {
  // Its own name does not count.
  F.setName(Prefix);
  F.setLinkage(GlobalValue::LinkOnceODRLinkage);
  F.setVisibility(GlobalValue::HiddenVisibility);
  F.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  const auto [Low, High] = FunctionHasher(/*AcrossModules=*/true).hash(F);
  const std::string Name =
      (Prefix + "." + utohexstr(High, true, 16) + utohexstr(Low, true, 16))
          .str();
  F.setName(Name);
  F.setComdat(F.getParent()->getOrInsertComdat(F.getName()));
}

} // namespace mlgo
