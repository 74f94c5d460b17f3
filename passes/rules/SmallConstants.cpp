// How code says small numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SmallConstants.h"

#include "UnwindRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/MC/MCAsmInfo.h"

#include <optional>

using namespace llvm;

namespace mlgo {
namespace {

/// The target's instruction called \p Name, since a target's own numbers are
/// not among LLVM's headers. Pseudo instructions come first and real ones last,
/// both in the order of their names.
std::optional<unsigned> findInstruction(const TargetInstrInfo &TII,
                                        StringRef Name) {
  const unsigned End = TII.getNumOpcodes();
  unsigned First = End;
  while (First > 0 && !TII.get(First - 1).isPseudo())
    --First;
  const auto Real = seq(First, End);
  const auto Found = partition_point(
      Real, [&](unsigned Opcode) { return TII.getName(Opcode) < Name; });
  if (Found == Real.end() || TII.getName(*Found) != Name)
    return std::nullopt;
  return *Found;
}

/// The same of a pseudo instruction that comes shortly before \p Opcode.
std::optional<unsigned> findPseudo(const TargetInstrInfo &TII, unsigned Opcode,
                                   StringRef Name) {
  for (unsigned I = 1; I <= 16 && I <= Opcode; ++I)
    if (TII.getName(Opcode - I) == Name)
      return Opcode - I;
  return std::nullopt;
}

class SmallConstants final : public UnwindRule<SmallConstants> {
public:
  static constexpr const char *Name = "mlgo-small-constants";
  static constexpr const char *Description = "Small constants";
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
      Move = Narrow = Narrow ? Narrow : findInstruction(TII, "MOV32ri");
    else if (Name == "MOV64ImmSExti8" && MI.getOperand(1).getImm() >= 0)
      Move = findPseudo(TII, MI.getOpcode(), "MOV32ri64");
    else if (Name == "MOV64ImmSExti8")
      Move = Wide = Wide ? Wide : findInstruction(TII, "MOV64ri32");
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
