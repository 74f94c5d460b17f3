// Registers that a live range could have
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FreeRegisters.h"

using namespace llvm;

namespace mlgo {
FreeRegisters::Knowledge &FreeRegisters::recall(const LiveInterval &Range) {
  Knowledge &K = Known[Range.reg()];
  const SlotIndex Begin = Range.beginIndex(), End = Range.endIndex();
  const unsigned Size = Range.getSize();
  if (K.Begin != Begin || K.End != End || K.Size != Size) {
    K.Begin = Begin;
    K.End = End;
    K.Size = Size;
    K.HasCalls = Context.LIS.checkRegMaskInterference(Range, K.Preserved);
    K.Answers.clear();
  }
  return K;
}

/// How often ranges came to the register and left it. The tag of a unit only
/// grows, so that the sum is the same if each is.
unsigned FreeRegisters::countChanges(MCRegister Register) const {
  unsigned Changes = 0;
  for (MCRegUnit Unit : Context.TRI.regunits(Register))
    Changes +=
        Context.Matrix.getLiveUnions()[static_cast<unsigned>(Unit)].getTag();
  return Changes;
}

bool FreeRegisters::hasInterference(const LiveInterval &Range,
                                    MCRegister Register) const {
  return Context.Matrix.checkRegUnitInterference(Range, Register) ||
         any_of(Context.TRI.regunits(Register), [&](MCRegUnit Unit) {
           return Context.Matrix.query(Range, Unit).checkInterference();
         });
}

FreeRegisters::Question FreeRegisters::about(const LiveInterval &Range) {
  const bool IsSimple = !Range.empty() && !Range.hasSubRanges();
  return {*this, Range, IsSimple ? &recall(Range) : nullptr};
}

bool FreeRegisters::Question::isFree(MCRegister Register) {
  if (!Known)
    return Asked.Context.Matrix.checkInterference(Range, Register) ==
           LiveRegMatrix::IK_Free;
  if (Known->HasCalls && !Known->Preserved.test(Register.id()))
    return false;
  const unsigned Changes = Asked.countChanges(Register);
  auto [Found, IsNew] = Known->Answers.try_emplace(Register.id());
  if (IsNew || Found->second.Changes != Changes)
    Found->second = {Changes, !Asked.hasInterference(Range, Register)};
  return Found->second.IsFree;
}
} // namespace mlgo
