// Which register each live range has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RegisterAssignment.h"
#include "CodeRule.h"
#include "EvictionAnalysis.h"
#include "LocalCallees.h"
#include "RegisterSearch.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace mlgo {
namespace {
class RegisterAssignment final : public CodeRule<RegisterAssignment> {
public:
  static constexpr const char *Name = "mlgo-register-assignment";
  static constexpr const char *Description = "Register assignment";
  static AnalysisID after() { return &RAGreedyLegacyID; }
  static bool serves(const Triple &Target) {
    return Target.getArch() == Triple::x86_64 && !Target.isX32() &&
           Target.isOSBinFormatELF();
  }

  static inline std::optional<uint64_t> (*Seed)() = nullptr;

private:
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.addRequired<VirtRegMapWrapperLegacy>();
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override;
  bool doInitialization(Module &) override {
    Drawn = Seed();
    return false;
  }
  bool doFinalization(Module &) override {
    Shapes.reset(); // It knows the module's context.
    return false;
  }

  std::optional<AssignableRegisters> Registers;
  std::optional<OpcodeShapes> Shapes;
  std::optional<uint64_t> Drawn;
};

/// Whether the registers of \p MF are saved and passed as C does it.
bool hasUsualRegisters(const MachineFunction &MF) {
  if (!hasUsualConvention(MF.getFunction()))
    return false;
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  const MCPhysReg *Saves = MF.getRegInfo().getCalleeSavedRegs();
  unsigned NumSaves = 0;
  for (; Saves[NumSaves]; ++NumSaves)
    if (!is_contained({"RBX", "R12", "R13", "R14", "R15", "RBP"},
                      StringRef(TRI.getName(Saves[NumSaves]))))
      return false;
  return NumSaves == 6;
}

bool mayAssign(const MachineFunction &MF) {
  const Function &F = MF.getFunction();
  return hasUsualRegisters(MF) && !MF.exposesReturnsTwice() &&
         !F.hasFnAttribute("zero-call-used-regs");
}

bool RegisterAssignment::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()) || !mayAssign(MF))
    return false;
  if (!Registers)
    Registers.emplace(*MF.getSubtarget().getRegisterInfo());
  if (!Shapes)
    Shapes.emplace(MF, *Registers);
  Registers->begin(MF);
  VirtRegMap &VRM = getAnalysis<VirtRegMapWrapperLegacy>().getVRM();
  InstructionBytes Bytes(*Shapes, *Registers);
  if (!Bytes.read(MF, VRM) || Bytes.numRanges() > RegisterOccupancy::MaxRanges)
    return false;
  RegisterSearch Search(
      {MF, getAnalysis<LiveIntervalsWrapperPass>().getLIS(), VRM,
       getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI()},
      *Registers, Bytes, Drawn);
  const AssignmentCounts Counts = Search.run();
  if (auto *Session = findEvictionSession(*this)) {
    Session->Counts.Reassigned += Counts.Reassigned;
    Session->Counts.SavedBytes += Counts.SavedBytes;
  }
  return Counts.Reassigned > 0;
}
} // namespace

void installRegisterAssignment(bool (*IsWanted)(),
                               std::optional<uint64_t> (*Seed)()) {
  RegisterAssignment::Seed = Seed;
  RegisterAssignment::install(IsWanted);
}
} // namespace mlgo
