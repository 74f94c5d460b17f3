// How code says small numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SmallConstants.h"
#include "CodeRule.h"
#include "TargetInstructions.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/MC/MCAsmInfo.h"

using namespace llvm;

namespace mlgo {
namespace {
/// The target's pseudo instruction called \p Name that comes shortly before \p
/// Opcode.
std::optional<unsigned> findPseudo(const TargetInstrInfo &TII, unsigned Opcode,
                                   StringRef Name) {
  for (unsigned I = 1; I <= 16 && I <= Opcode; ++I)
    if (TII.getName(Opcode - I) == Name)
      return Opcode - I;
  return std::nullopt;
}

class SmallConstants final : public CodeRule<SmallConstants> {
public:
  static constexpr const char *Name = "mlgo-small-constants";
  static constexpr const char *Description = "Small constants";
  /// Then the frame is known, and pseudo instructions are still there.
  static AnalysisID after() { return &PrologEpilogCodeInserterID; }
  static bool serves(const Triple &Target) {
    return Target.getArch() == Triple::x86_64;
  }

private:
  bool runOnMachineFunction(MachineFunction &MF) override {
    // As LLVM decides about the directives of a push.
    if (!MF.getFunction().hasMinSize() ||
        MF.getTarget().getMCAsmInfo()->usesWindowsCFI() ||
        !MF.getFunction().needsUnwindTableEntry() ||
        MF.getSubtarget().getFrameLowering()->hasFP(MF))
      return false;
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    bool Changed = false;
    for (MachineBasicBlock &Block : MF)
      for (MachineInstr &MI : Block)
        Changed |= move(MI, TII);
    return Changed;
  }

  bool move(MachineInstr &MI, const TargetInstrInfo &TII) {
    if (!MI.isPseudo() || MI.getNumExplicitOperands() != 2 ||
        !MI.getOperand(1).isImm())
      return false;
    const StringRef Name = TII.getName(MI.getOpcode());
    std::optional<unsigned> Move;
    if (Name == "MOV32ImmSExti8")
      Move = Narrow = Narrow ? Narrow : TargetInstructions(TII).find("MOV32ri");
    else if (Name == "MOV64ImmSExti8" && MI.getOperand(1).getImm() >= 0)
      Move = findPseudo(TII, MI.getOpcode(), "MOV32ri64");
    else if (Name == "MOV64ImmSExti8")
      Move = Wide = Wide ? Wide : TargetInstructions(TII).find("MOV64ri32");
    if (!Move)
      return false;
    MI.setDesc(TII.get(*Move));
    return true;
  }

  std::optional<unsigned> Narrow, Wide; ///< Moves, once they were found.
};
} // namespace

void installSmallConstants(bool (*IsWanted)()) {
  SmallConstants::install(IsWanted);
}
} // namespace mlgo
