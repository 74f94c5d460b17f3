// Decides how a function is lowered, by attributes that LLVM reads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoweringGate.h"
#include "GateSession.h"
#include "task/KeptRegisters.h"
#include "task/OtherEvictions.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace mlgo {
constexpr size_t FramePointer = *findGatePass("frame-pointer-elimination");
constexpr size_t JumpTables = *findGatePass("jump-tables");
constexpr size_t FirstEvictions = *findGatePass("evictions-1");
constexpr size_t LastEvictions = *findGatePass("evictions-8");

/// Inline assembly may change the register, or need all others.
static bool hasAssembly(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->isInlineAsm();
  });
}

/// Conventions of which functions that policies have seen, and their callees,
/// preserve the frame pointer.
static bool isUsual(CallingConv::ID Convention) {
  return Convention == CallingConv::C || Convention == CallingConv::Fast ||
         Convention == CallingConv::Cold;
}

/// The convention that says which registers a call preserves.
static CallingConv::ID getPreserving(const CallBase &Call) {
  // It stands for none, as LLVM has it.
  return Call.hasFnAttr("no_callee_saved_registers") ? CallingConv::GHC
                                                     : Call.getCallingConv();
}

/// Whether all callees of \p F preserve the frame pointer; \p Machine knows
/// what conventions mean.
static bool doCalleesKeepFramePointer(Function &F, MachineModuleInfo *Machine) {
  // The number of rbp in unwind tables.
  constexpr unsigned RegisterInTables = 6;
  std::optional<MachineFunction> Asked;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isUsual(getPreserving(*Call)))
      continue;
    if (!Machine)
      return false;
    if (!Asked) {
      const TargetMachine &TM = Machine->getTarget();
      Asked.emplace(F, TM, *TM.getSubtargetImpl(F), Machine->getContext(), 0);
    }
    const TargetRegisterInfo &TRI = *Asked->getSubtarget().getRegisterInfo();
    const uint32_t *Preserved =
        TRI.getCallPreservedMask(*Asked, getPreserving(*Call));
    const auto Register = TRI.getLLVMRegNum(RegisterInTables, /*isEH=*/true);
    if (!Preserved || !Register ||
        MachineOperand::clobbersPhysReg(Preserved, *Register))
      return false;
  }
  return true;
}

/// Whether \p F has no frame pointer in stock, and may have one: some calling
/// conventions pass arguments in its register. Most of the gain is rows of an
/// unwind table, and policies have seen no functions without one.
static bool mayHaveFramePointer(Function &F, MachineModuleInfo *Machine) {
  const StringRef Asked = F.getFnAttribute("frame-pointer").getValueAsString();
  return Triple(F.getParent()->getTargetTriple()).getArch() == Triple::x86_64 &&
         (Asked.empty() || Asked == "none") && F.needsUnwindTableEntry() &&
         !F.hasFnAttribute(Attribute::Naked) && isUsual(F.getCallingConv()) &&
         !hasAssembly(F) && doCalleesKeepFramePointer(F, Machine);
}

static bool mayHaveJumpTables(Function &F, MachineModuleInfo *) {
  return !F.getFnAttribute("no-jump-tables").getValueAsBool() &&
         any_of(F, [](const BasicBlock &BB) {
           return isa_and_nonnull<SwitchInst>(BB.getTerminator());
         });
}

/// Whether policies for size decide the evictions of \p F.
static bool mayEvictOtherwise(Function &F, MachineModuleInfo *) {
  return F.hasOptSize();
}

void decideLowering(Function &F, GateSession &Session,
                    MachineModuleInfo *Machine) {
  auto LeavesOut = [&](size_t Decision,
                       bool (*IsOpen)(Function &, MachineModuleInfo *)) {
    return Session.mayLeaveOut(Decision) && IsOpen(F, Machine) &&
           !Session.shouldRun(Decision, F, /*InCode=*/true, nullptr);
  };
  if (LeavesOut(FramePointer, mayHaveFramePointer))
    F.addFnAttr("frame-pointer", "non-leaf");
  if (LeavesOut(JumpTables, mayHaveJumpTables))
    F.addFnAttr("no-jump-tables", "true");
  std::string Evictions;
  for (size_t I = FirstEvictions; I <= LastEvictions; ++I)
    if (LeavesOut(I, mayEvictOtherwise))
      Evictions.append(Evictions.empty() ? "" : ",")
          .append(std::to_string(I - FirstEvictions));
  if (!Evictions.empty())
    F.addFnAttr(OtherEvictionsAttribute, Evictions);
  if (const std::string Kept = Session.keptRegistersOf(F); !Kept.empty())
    F.addFnAttr(KeptRegistersAttribute, Kept);
}
} // namespace mlgo
