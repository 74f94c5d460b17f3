// Where advisors decide
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationTargets.h"
#include "AllocationShape.h"
#include "compile/CodePlace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
Status checkProvedTarget(const Triple &Target) {
  switch (Target.getArch()) {
  case Triple::x86_64:
  case Triple::aarch64:
  case Triple::thumb:
  case Triple::riscv32:
  case Triple::riscv64:
    return Success();
  default:
    return Error("found the target " + Target.str() +
                 ", expected x86-64, AArch64, Thumb or RISC-V");
  }
}

Status checkScope(const ModelScope &Scope, const MachineFunction &MF) {
  const std::string Target = getTargetName(MF.getTarget().getTargetTriple());
  if (!Scope.servesTarget(Target))
    return Error("the policy is for " + join(Scope.Targets, ", ") +
                 ", found code for " + Target);
  const char *Level = getLevelName(getSizeLevel(MF.getFunction()));
  if (!Scope.Levels.empty() && !Scope.servesLevel(Level))
    return Error("the policy is for -" + join(Scope.Levels, ", -") +
                 ", found code for -" + Level);
  return Success();
}

bool servesShape(const ModelScope &Scope, const MachineFunction &MF) {
  if (Scope.Limits.empty())
    return true;
  AllocationShape Shape;
  for (const MachineBasicBlock &Block : MF) {
    uint64_t Size = 0;
    // What becomes no code must not matter: there is more of it with -g.
    for (const MachineInstr &I : Block)
      if (!I.isMetaInstruction()) {
        ++Size;
        Shape.Calls += I.isCall();
      }
    Shape.LargestBlock = std::max(Shape.LargestBlock, Size);
    Shape.Instructions += Size;
  }
  return Shape.isServedBy(Scope);
}
} // namespace mlgo
