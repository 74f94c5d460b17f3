// What the body of a function does
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionScan.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace mlgo {
namespace {
/// An argument, or one plus a constant.
bool isAtArgument(const Value *Address) {
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(Address))
    return GEP->hasAllConstantIndices() &&
           isa<Argument>(GEP->getPointerOperand());
  return isa<Argument>(Address);
}

/// True for intrinsics that become code.
bool isCode(const IntrinsicInst &Call) { return !Call.isAssumeLikeIntrinsic(); }

void scanCall(const CallBase &Call, FunctionScan &Scan) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    const bool IsCode = isCode(*Intrinsic);
    Scan.Intrinsics += IsCode;
    Scan.Free += !IsCode;
    return;
  }
  ++Scan.Calls;
  for (const Value *Actual : Call.args())
    Scan.ForwardedArguments += isa<Argument>(Actual);
}

void scanReturn(const ReturnInst &Return, FunctionScan &Scan) {
  ++Scan.Returns;
  const auto *Last = dyn_cast_or_null<CallInst>(Return.getPrevNode());
  const Value *Returned = Return.getReturnValue();
  Scan.ReturnsCall |=
      Last && !isa<IntrinsicInst>(Last) && (!Returned || Returned == Last);
  if (!Returned)
    return;
  Scan.ReturnsConstant |= isa<Constant>(Returned);
  Scan.ReturnsArgument |= isa<Argument>(Returned);
}

void scanGlobals(const Instruction &I, FunctionScan &Scan) {
  const auto *Call = dyn_cast<CallBase>(&I);
  for (const Use &U : I.operands())
    Scan.GlobalReferences +=
        isa<GlobalValue>(U.get()) && !(Call && Call->isCallee(&U));
}

void scanComparison(const Instruction &I, FunctionScan &Scan) {
  for (const Use &U : I.operands())
    Scan.ComparedArguments += isa<Argument>(U.get());
}

void scanAccess(const Instruction &I, FunctionScan &Scan) {
  Scan.ArgumentAccesses += isAtArgument(getLoadStorePointerOperand(&I));
  const auto *Load = dyn_cast<LoadInst>(&I);
  Type *Accessed =
      Load ? I.getType() : cast<StoreInst>(I).getValueOperand()->getType();
  const TypeSize Size = I.getDataLayout().getTypeStoreSize(Accessed);
  const uint64_t Aligned =
      (Load ? Load->getAlign() : cast<StoreInst>(I).getAlign()).value();
  // Vectors are taken apart in other ways.
  if (Size.isScalable() || Size.getFixedValue() > 16 ||
      Size.getFixedValue() <= Aligned)
    return;
  const uint64_t Further = (Size.getFixedValue() - 1) / Aligned;
  Scan.MisalignedParts += static_cast<unsigned>(Further) * (Load ? 3 : 2);
}

void scan(const Instruction &I, FunctionScan &Scan) {
  switch (I.getOpcode()) {
  case Instruction::GetElementPtr:
    Scan.Free += cast<GetElementPtrInst>(I).hasAllConstantIndices();
    break;
  case Instruction::PHI:
  case Instruction::BitCast:
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Freeze:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    ++Scan.Free;
    break;
  case Instruction::Alloca:
    ++Scan.Allocas;
    break;
  case Instruction::Load:
  case Instruction::Store:
    scanAccess(I, Scan);
    break;
  case Instruction::ICmp:
  case Instruction::FCmp:
    scanComparison(I, Scan);
    break;
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    scanCall(cast<CallBase>(I), Scan);
    break;
  case Instruction::LandingPad:
    ++Scan.LandingPads;
    break;
  case Instruction::Br:
    Scan.Branches += cast<BranchInst>(I).isConditional();
    break;
  case Instruction::Switch:
    ++Scan.Branches;
    scanComparison(I, Scan);
    break;
  case Instruction::Ret:
    scanReturn(cast<ReturnInst>(I), Scan);
    break;
  case Instruction::Unreachable:
  case Instruction::Resume:
    ++Scan.DeadEnds;
    break;
  default:
    break;
  }
  scanGlobals(I, Scan);
}

/// Calls \p Look with the instructions that are looked at.
template <typename LookT> void forEachScanned(const Function &F, LookT Look) {
  unsigned Left = CallerScan::MaxInstructions;
  for (const BasicBlock &Block : F)
    for (const Instruction &I : Block) {
      if (Left-- == 0)
        return;
      Look(I);
    }
}
} // namespace

CallerScan CallerScan::of(const Function &F) {
  CallerScan Scan;
  forEachScanned(F, [&](const Instruction &I) {
    switch (I.getOpcode()) {
    case Instruction::Alloca:
      ++Scan.Allocas;
      break;
    case Instruction::LandingPad:
      ++Scan.LandingPads;
      break;
    case Instruction::Ret:
      ++Scan.Returns;
      break;
    case Instruction::Call:
    case Instruction::Invoke:
    case Instruction::CallBr:
      if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
        Scan.Intrinsics += isCode(*Intrinsic);
      else
        ++Scan.Calls;
      break;
    default:
      break;
    }
  });
  return Scan;
}

FunctionScan FunctionScan::of(const Function &F) {
  FunctionScan Scan;
  forEachScanned(F, [&](const Instruction &I) { scan(I, Scan); });
  return Scan;
}
} // namespace mlgo
