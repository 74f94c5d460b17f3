// Which register each live range has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RegisterAssignment.h"
#include "CodeRule.h"
#include "EvictionAnalysis.h"
#include "LocalCallees.h"
#include "RegisterReplay.h"
#include "RegisterSearch.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
namespace {
class RegisterAssignment final : public CodeRule<RegisterAssignment> {
public:
  static constexpr const char *Name = "mlgo-register-assignment";
  static constexpr const char *Description = "Register assignment";
  static AnalysisID after() { return &RAGreedyLegacyID; }
  static bool serves(const Triple &Target) {
    return AssignableRegisters::serves(Target);
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
    Model.reset(); // It knows the module's context.
    return false;
  }

  std::optional<AssignableRegisters> Registers;
  std::unique_ptr<EncodingModel> Model;
  std::optional<uint64_t> Drawn;
};

/// Whether the registers of \p MF are saved and passed as C does it.
bool hasUsualRegisters(const MachineFunction &MF,
                       const AssignableRegisters &Registers) {
  if (!hasUsualConvention(MF.getFunction()))
    return false;
  NumberSet Saved = 0;
  for (const MCPhysReg *Save = MF.getRegInfo().getCalleeSavedRegs(); *Save;
       ++Save) {
    const RegisterPlace Place = Registers.place(*Save);
    if (Place.Bank == RegisterPlace::Vector)
      return false;
    if (Place)
      Saved |= NumberSet(1) << Place.Number;
  }
  return Saved == Registers.usualSaves();
}

bool mayAssign(const MachineFunction &MF,
               const AssignableRegisters &Registers) {
  const Function &F = MF.getFunction();
  const TargetSubtargetInfo &Subtarget = MF.getSubtarget();
  if (Subtarget.getTargetTriple().isThumb() &&
      !Subtarget.checkFeatures("+thumb-mode,+thumb2"))
    return false;
  return hasUsualRegisters(MF, Registers) && !MF.exposesReturnsTwice() &&
         !F.hasFnAttribute("zero-call-used-regs");
}

bool RegisterAssignment::runOnMachineFunction(MachineFunction &MF) {
  if (!Registers)
    Registers.emplace(MF.getTarget().getTargetTriple(),
                      *MF.getSubtarget().getRegisterInfo());
  if (skipFunction(MF.getFunction()) || !mayDecideRegisters(MF) ||
      !mayAssign(MF, *Registers))
    return false;
  if (!Model)
    Model = EncodingModel::create(MF, *Registers);
  Registers->begin(MF);
  Model->begin(MF);
  VirtRegMap &VRM = getAnalysis<VirtRegMapWrapperLegacy>().getVRM();
  InstructionBytes Bytes(*Model, *Registers);
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
