// Loops that a user wants transformed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForcedLoops.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace mlgo {
/// Whether \p Property, one operand of a loop's metadata, asks for something.
static bool asksForTransformation(const MDNode &Property) {
  const auto *Text = Property.getNumOperands()
                         ? dyn_cast_or_null<MDString>(Property.getOperand(0))
                         : nullptr;
  StringRef Name = Text ? Text->getString() : "";
  if (!Name.consume_front("llvm.loop.") || Name.ends_with("disable"))
    return false;
  if (Name == "parallel_accesses")
    return true;
  if (none_of(ArrayRef<StringRef>{"vectorize.", "interleave.", "unroll.",
                                  "unroll_and_jam.", "distribute.",
                                  "pipeline."},
              [&](StringRef Kind) { return Name.starts_with(Kind); }))
    return false;
  // Named without a value, it asks; no vectors, or one iteration at a time, is
  // what loops have without it.
  const auto *Value =
      Property.getNumOperands() > 1
          ? mdconst::dyn_extract_or_null<ConstantInt>(Property.getOperand(1))
          : nullptr;
  return !Value || Value->getValue().ugt(Value->getBitWidth() == 1 ? 0 : 1);
}

bool hasForcedLoops(const Function &F) {
  for (const BasicBlock &BB : F) {
    const Instruction *End = BB.getTerminator();
    const MDNode *Loop = End ? End->getMetadata(LLVMContext::MD_loop) : nullptr;
    if (!Loop)
      continue;
    for (const MDOperand &Operand : drop_begin(Loop->operands()))
      if (const auto *Property = dyn_cast_or_null<MDNode>(Operand);
          Property && asksForTransformation(*Property))
        return true;
  }
  return false;
}
} // namespace mlgo
