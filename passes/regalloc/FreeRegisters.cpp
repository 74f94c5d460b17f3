//===- FreeRegisters.cpp - Registers that a live range could have ---------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreeRegisters.h"

using namespace llvm;

namespace mlgo {

const FreeRegisters::Preserved &
FreeRegisters::preservedIn(const LiveInterval &Range) {
  Preserved &P = Known[Range.reg()];
  const SlotIndex Begin = Range.beginIndex(), End = Range.endIndex();
  const unsigned Size = Range.getSize();
  if (P.Begin != Begin || P.End != End || P.Size != Size) {
    P.Begin = Begin;
    P.End = End;
    P.Size = Size;
    P.HasCalls = Context.LIS.checkRegMaskInterference(Range, P.Registers);
  }
  return P;
}

bool FreeRegisters::isFree(const LiveInterval &Range, MCRegister Register) {
  if (Range.empty() || Range.hasSubRanges())
    return Context.Matrix.checkInterference(Range, Register) ==
           LiveRegMatrix::IK_Free;
  const Preserved &P = preservedIn(Range);
  if (P.HasCalls && !P.Registers.test(Register.id()))
    return false;
  return !Context.Matrix.checkRegUnitInterference(Range, Register) &&
         none_of(Context.TRI.regunits(Register), [&](MCRegUnit Unit) {
           return Context.Matrix.query(Range, Unit).checkInterference();
         });
}

} // namespace mlgo
