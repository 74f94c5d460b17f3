//===- FunctionScan.cpp - What the body of a function does ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionScan.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace mlgo {
namespace {

bool isFree(const Instruction &I) {
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I))
    return GEP->hasAllConstantIndices();
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Call->isAssumeLikeIntrinsic();
  return isa<PHINode>(I) || isa<BitCastInst>(I) || isa<TruncInst>(I) ||
         isa<PtrToIntInst>(I) || isa<IntToPtrInst>(I) || isa<FreezeInst>(I) ||
         isa<ExtractValueInst>(I) || isa<InsertValueInst>(I);
}

/// An argument, or one plus a constant.
bool isAtArgument(const Value *Address) {
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(Address))
    return GEP->hasAllConstantIndices() &&
           isa<Argument>(GEP->getPointerOperand());
  return isa<Argument>(Address);
}

void scanCall(const CallBase &Call, FunctionScan &Scan) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    Scan.Intrinsics += !Intrinsic->isAssumeLikeIntrinsic();
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

void scanOperands(const Instruction &I, FunctionScan &Scan) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const bool Compares = isa<CmpInst>(I) || isa<SwitchInst>(I);
  for (const Use &U : I.operands()) {
    Scan.GlobalReferences +=
        isa<GlobalValue>(U.get()) && !(Call && Call->isCallee(&U));
    Scan.ComparedArguments += Compares && isa<Argument>(U.get());
  }
}

} // namespace

FunctionScan FunctionScan::of(const Function &F) {
  FunctionScan Scan;
  unsigned Left = MaxInstructions;
  for (const Instruction &I : instructions(F)) {
    if (Left-- == 0)
      break;
    Scan.Free += isFree(I);
    Scan.Allocas += isa<AllocaInst>(I);
    Scan.LandingPads += isa<LandingPadInst>(I);
    Scan.DeadEnds += isa<UnreachableInst>(I) || isa<ResumeInst>(I);
    const auto *Branch = dyn_cast<BranchInst>(&I);
    Scan.Branches += isa<SwitchInst>(I) || (Branch && Branch->isConditional());
    if (const auto *Call = dyn_cast<CallBase>(&I))
      scanCall(*Call, Scan);
    if (const auto *Return = dyn_cast<ReturnInst>(&I))
      scanReturn(*Return, Scan);
    if (const Value *Address = getLoadStorePointerOperand(&I))
      Scan.ArgumentAccesses += isAtArgument(Address);
    scanOperands(I, Scan);
  }
  return Scan;
}

} // namespace mlgo
