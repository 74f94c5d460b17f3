// What unwind tables say of epilogues
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EpilogueTables.h"
#include "CodeRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Function.h"
#include "llvm/MC/MCAsmInfo.h"

using namespace llvm;

namespace mlgo {
namespace {
class EpilogueTables final : public CodeRule<EpilogueTables> {
public:
  static constexpr const char *Name = "mlgo-epilogue-tables";
  static constexpr const char *Description = "Epilogues in unwind tables";
  /// Then the frame is known, and pseudo instructions are still there.
  static AnalysisID after() { return &PrologEpilogCodeInserterID; }
  static bool serves(const Triple &Target) {
    return Target.getArch() == Triple::x86_64 && Target.isOSBinFormatELF();
  }

private:
  bool runOnMachineFunction(MachineFunction &MF) override {
    if (!MF.getFunction().hasMinSize() ||
        !MF.getFunction().needsUnwindTableEntry() ||
        MF.getTarget().getMCAsmInfo()->usesWindowsCFI())
      return false;
    bool Changed = false;
    // Shrink-wrapping may end a frame in a block that does not return. What
    // runs after it has to be described.
    for (MachineBasicBlock &Block : MF)
      if (Block.isReturnBlock() && Block.succ_empty())
        Changed |= removeFrom(Block);
    if (Changed)
      MF.getFunction().addFnAttr("nooutline");
    return Changed;
  }

  static bool removeFrom(MachineBasicBlock &Block) {
    bool Changed = false;
    for (MachineInstr &MI : make_early_inc_range(Block)) {
      if (!MI.isCFIInstruction() || !MI.getFlag(MachineInstr::FrameDestroy))
        continue;
      MI.eraseFromParent();
      Changed = true;
    }
    return Changed;
  }
};
} // namespace

void installEpilogueTables(bool (*IsWanted)()) {
  EpilogueTables::install(IsWanted);
}
} // namespace mlgo
