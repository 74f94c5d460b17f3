// What a function pays for the registers that it saves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CalleeSaves.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace mlgo {
static bool hasObjects(const MachineFrameInfo &Frame) {
  for (int I = 0, E = Frame.getObjectIndexEnd(); I < E; ++I)
    if (!Frame.isDeadObjectIndex(I))
      return true;
  return Frame.hasVarSizedObjects() || Frame.getMaxCallFrameSize() > 0;
}

CalleeSaves::CalleeSaves(const MachineFunction &MF, const VirtRegMap &VRM,
                         const AssignableRegisters &Registers)
    : HasTable(MF.getFunction().needsUnwindTableEntry()),
      HasFrame(MF.getSubtarget().getFrameLowering()->hasFP(MF)) {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  NeedsPadding =
      (Frame.hasCalls() || Frame.adjustsStack()) && !hasObjects(Frame);
  for (const MachineBasicBlock &Block : MF)
    Returns += Block.isReturnBlock();
  for (const MCPhysReg *Reg = MF.getRegInfo().getCalleeSavedRegs(); *Reg; ++Reg)
    if (const RegisterPlace Place = Registers.place(*Reg);
        Place.Bank == RegisterPlace::General)
      All |= 1 << Place.Number;
  findAlwaysUsed(MF, VRM, Registers);
}

void CalleeSaves::findAlwaysUsed(const MachineFunction &MF,
                                 const VirtRegMap &VRM,
                                 const AssignableRegisters &Registers) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  SmallVector<MCRegister, 4> Strange; // bh, which nothing here knows.
  for (unsigned I = 0, E = MRI.getNumVirtRegs(); I < E; ++I) {
    const Register Reg = Register::index2VirtReg(I);
    if (VRM.hasPhys(Reg) && !Registers.place(VRM.getPhys(Reg)) &&
        !is_contained(Strange, VRM.getPhys(Reg)))
      Strange.push_back(VRM.getPhys(Reg));
  }
  for (unsigned N = 0; N < AssignableRegisters::NumNumbers; ++N) {
    if (!has(N))
      continue;
    const MCRegister Root =
        Registers.root({RegisterPlace::General, uint8_t(N)});
    if (MRI.isPhysRegModified(Root) || any_of(Strange, [&](MCRegister Reg) {
          return TRI.regsOverlap(Reg, Root);
        }))
      AlwaysUsed |= 1 << N;
  }
}

unsigned CalleeSaves::count(uint16_t Used) const {
  return unsigned(popcount(uint16_t((Used | AlwaysUsed) & All)));
}

int CalleeSaves::bytes(uint16_t Used) const {
  const int Number = int(count(Used));
  const int Extended = popcount(uint16_t((Used | AlwaysUsed) & All & 0xff00));
  // A row says where the stack ends, a rule where a register was saved.
  const int Rows = HasTable && !HasFrame ? 3 * (1 + Returns) : 0;
  const int Rule = HasTable ? 2 : 0;
  int Bytes = (Number + Extended) * (1 + Returns) + Number * (Rows + Rule);
  if (NeedsPadding && (Number + HasFrame) % 2 == 0)
    Bytes += 1 + Returns * (Number ? 4 : 1) + Rows;
  return Bytes;
}
} // namespace mlgo
