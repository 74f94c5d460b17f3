// Bytes of WebAssembly's instructions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WasmCodeSize.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/LEB128.h"

using namespace llvm;

namespace mlgo {
/// Addresses of data have three bytes, as most of a program's.
constexpr int AddressBytes = 4;

/// A constant and an addition.
constexpr int OffsetBytes = 3;

/// Whether operand \p Index of \p I is the address that it accesses.
static bool isAddress(const User &I, unsigned Index) {
  return (isa<LoadInst>(I) && Index == LoadInst::getPointerOperandIndex()) ||
         (isa<StoreInst>(I) && Index == StoreInst::getPointerOperandIndex());
}

/// Whether only accesses use \p I, whose offset it becomes.
static bool isOffset(const GetElementPtrInst &I) {
  return I.hasAllConstantIndices() && all_of(I.uses(), [](const Use &U) {
           return isAddress(*U.getUser(), U.getOperandNo());
         });
}

/// Whether the address \p V is a base and an offset, which accesses have for
/// nothing and others have to add.
static bool needsAddition(const Value &V) {
  if (auto *Element = dyn_cast<GetElementPtrInst>(&V))
    return Element->hasAllConstantIndices() && !Element->hasAllZeroIndices();
  return isa<AllocaInst>(V);
}

static int getIndexBytes(const GetElementPtrInst &I) {
  if (I.hasAllZeroIndices() || isOffset(I))
    return 0;
  // A shift before the addition for what is not a byte.
  return I.hasAllConstantIndices() || I.getSourceElementType()->isIntegerTy(8)
             ? OffsetBytes
             : OffsetBytes + 1;
}

int getWasmInstructionBytes(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Load:
  case Instruction::Store:
    return 3;
  case Instruction::GetElementPtr:
    return getIndexBytes(cast<GetElementPtrInst>(I));
  case Instruction::Call:
    return WasmCallBytes;
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
  case Instruction::Freeze:
    return 0;
  default:
    return 1;
  }
}

int getWasmArgumentBytes(const Value &V) {
  if (auto *Integer = dyn_cast<ConstantInt>(&V))
    return Integer->getBitWidth() > 64
               ? 20
               : 1 + static_cast<int>(getSLEB128Size(Integer->getSExtValue()));
  if (isa<ConstantFP>(V))
    return V.getType()->isFloatTy() ? 5 : 9;
  if (isa<GlobalValue, ConstantExpr>(V))
    return AddressBytes;
  // Null and other constants are as short as a local.
  return WasmLocalBytes + (needsAddition(V) ? OffsetBytes : 0);
}

int getWasmOperandBytes(const Instruction &I, unsigned Index, const Value &V) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    if (&Call->getCalledOperandUse() == &I.getOperandUse(Index) &&
        isa<Constant>(V))
      return 0;
  // Part of the offset, or counted with it.
  if (isa<GetElementPtrInst>(I) && Index > 0 && isa<Constant>(V))
    return 0;
  return isAddress(I, Index) && needsAddition(V) ? WasmLocalBytes
                                                 : getWasmArgumentBytes(V);
}
} // namespace mlgo
