// What outlining saves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutliningGain.h"
#include "WasmCodeSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mlgo {
namespace {
using Operand = CommonFunction::Operand;

/// What the instructions at \p Start take, with the operands that \p GetBytes
/// is asked about.
template <typename Function>
int getBytes(const NumberedCode &Code, unsigned Start, const CommonFunction &F,
             Function GetBytes) {
  int Bytes = 0;
  SmallVector<int, 16> Reads(F.Operands.size());
  if (F.Result)
    ++Reads[*F.Result];
  for (unsigned I = 0; I < F.Operands.size(); ++I) {
    const Instruction &At = *Code.Instructions[Start + I];
    Bytes += getWasmInstructionBytes(At);
    for (unsigned O = 0; O < At.getNumOperands(); ++O) {
      const Operand &Is = F.Operands[I][O];
      if (Is.What == Operand::Kind::Result)
        ++Reads[Is.Index];
      else
        Bytes += GetBytes(At, O, Is);
    }
  }
  // What is read once stays on the stack; more needs a local.
  for (int Times : Reads)
    if (Times > 1)
      Bytes += Times * WasmLocalBytes;
  return Bytes;
}

/// What the instructions at \p Start take as they are.
int getBytesInPlace(const NumberedCode &Code, unsigned Start,
                    const CommonFunction &F) {
  return getBytes(Code, Start, F,
                  [](const Instruction &I, unsigned Index, const Operand &) {
                    return getWasmOperandBytes(I, Index, *I.getOperand(Index));
                  });
}

/// What they take as a function of their own.
int getBytesOfFunction(const NumberedCode &Code, unsigned Start,
                       const CommonFunction &F) {
  return WasmFunctionBytes +
         getBytes(Code, Start, F,
                  [](const Instruction &I, unsigned Index, const Operand &Is) {
                    return Is.What == Operand::Kind::Argument
                               ? WasmLocalBytes
                               : getWasmOperandBytes(I, Index, *Is.Value);
                  });
}

/// What a call takes more than its arguments where \p Repeated had none. Loads
/// and stores around it cannot move across it any more, nor become one.
int getBarrierBytes(const NumberedCode &Code, const RepeatedCode &Repeated) {
  constexpr int BarrierBytes = 6;
  const auto First = Code.Instructions.begin() + Repeated.Starts.front();
  return std::any_of(First, First + Repeated.Length,
                     [](const Instruction *I) { return isa<CallInst>(I); })
             ? 0
             : BarrierBytes;
}
} // namespace

int estimateOutliningGain(const NumberedCode &Code,
                          const RepeatedCode &Repeated,
                          const CommonFunction &F) {
  const int CallBytes = WasmCallBytes + getBarrierBytes(Code, Repeated);
  int Gain = -getBytesOfFunction(Code, Repeated.Starts.front(), F);
  for (unsigned Place = 0; Place < Repeated.Starts.size(); ++Place) {
    const unsigned Start = Repeated.Starts[Place];
    Gain += getBytesInPlace(Code, Start, F) - CallBytes;
    for (const auto &Values : F.Arguments)
      Gain -= getWasmArgumentBytes(*Values[Place]);
    // What is not used has to be dropped.
    if (F.Result && !isUsedOutside(Code, Start, Repeated.Length, *F.Result))
      --Gain;
  }
  return Gain;
}
} // namespace mlgo
