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
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
/// Frames of more bytes have places that constants of instructions do not
/// reach, so that LLVM takes a free register for them.
constexpr uint64_t MaxSmallFrame = 1800, MaxListFrame = 900;
/// Saves are near the end of the stack in such that are not larger.
constexpr uint64_t MaxNearFrame = 400;

/// The bytes of the objects of a frame whose layout is not known yet.
static uint64_t getObjectBytes(const MachineFrameInfo &Frame) {
  uint64_t Bytes = 0;
  for (int I = 0, E = Frame.getObjectIndexEnd(); I < E; ++I)
    if (!Frame.isDeadObjectIndex(I) && !Frame.isVariableSizedObjectIndex(I) &&
        Frame.getStackID(I) == TargetStackID::Default)
      Bytes = alignTo(Bytes + uint64_t(Frame.getObjectSize(I)),
                      Frame.getObjectAlign(I));
  return Bytes;
}

void CalleeSaves::findKind(const MachineFunction &MF) {
  const Triple &Target = MF.getTarget().getTargetTriple();
  if (Target.isThumb())
    How = Lists;
  if (!Target.isRISCV())
    return;
  How = Stores;
  for (const SubtargetFeatureKV &Feature :
       MF.getSubtarget().getEnabledProcessorFeatures()) {
    const StringRef Name = Feature.Key;
    HasCompressed |= Name == "zca";
    if (Name == "save-restore" || Name == "zcmp" || Name.ends_with("xqccmp"))
      How = Groups;
  }
}

CalleeSaves::CalleeSaves(const MachineFunction &MF, const VirtRegMap &VRM,
                         const AssignableRegisters &Registers)
    : HasTable(MF.getFunction().needsUnwindTableEntry()),
      HasFrame(MF.getSubtarget().getFrameLowering()->hasFP(MF)) {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  ObjectBytes = getObjectBytes(Frame);
  findKind(MF);
  NeedsPadding = Frame.hasCalls() || Frame.adjustsStack();
  if (MF.getSubtarget().getFrameLowering()->hasReservedCallFrame(MF) &&
      Frame.isMaxCallFrameSizeComputed())
    ObjectBytes += Frame.getMaxCallFrameSize();
  else if (Frame.hasVarSizedObjects())
    NeedsPadding = false; // The frame pointer restores the stack.
  for (const MachineBasicBlock &Block : MF)
    Returns += Block.isReturnBlock();
  for (const MCPhysReg *Reg = MF.getRegInfo().getCalleeSavedRegs(); *Reg; ++Reg)
    if (const RegisterPlace Place = Registers.place(*Reg);
        Place.Bank == RegisterPlace::General)
      All |= 1u << Place.Number;
  IsLarge = (How == Lists && ObjectBytes > MaxListFrame) ||
            (How != Pushes && ObjectBytes > MaxSmallFrame);
  for (int I = Frame.getObjectIndexBegin(); I < Frame.getObjectIndexEnd(); ++I)
    IsLarge |= Frame.getStackID(I) == TargetStackID::ScalableVector;
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
  for (unsigned N = 0; N < Registers.numNumbers(); ++N) {
    if (!has(N))
      continue;
    const MCRegister Root =
        Registers.root({RegisterPlace::General, uint8_t(N)});
    if (MRI.isPhysRegModified(Root) || any_of(Strange, [&](MCRegister Reg) {
          return TRI.regsOverlap(Reg, Root);
        }))
      AlwaysUsed |= 1u << N;
  }
}

unsigned CalleeSaves::count(NumberSet Used) const {
  const NumberSet Saved = (Used | AlwaysUsed) & All;
  if (How != Groups || !Saved)
    return unsigned(popcount(Saved));
  return unsigned(
      popcount(All & maskTrailingOnes<NumberSet>(unsigned(bit_width(Saved)))));
}

/// How far the stack goes down beside \p Number saves and keeps its alignment.
uint64_t CalleeSaves::adjustment(unsigned Number) const {
  if (!NeedsPadding)
    return 0;
  const uint64_t Pushed = 8 * uint64_t(1 + HasFrame + Number);
  return alignTo(ObjectBytes + Pushed, 16) - Pushed;
}

int CalleeSaves::bytes(NumberSet Used) const {
  const NumberSet Saved = (Used | AlwaysUsed) & All;
  switch (How) {
  case Pushes:
    return pushBytes(Saved);
  case Stores:
    return storeBytes(Saved);
  case Lists:
    return listBytes(Saved);
  case Groups:
    break;
  }
  return 0;
}

/// On Thumb-2 one instruction saves all, lr with them, and one restores all and
/// returns; it is narrow if there is no high register beside lr.
int CalleeSaves::listBytes(NumberSet Saved) const {
  if (!Saved)
    return 2 * Returns;
  return (Saved & 0x0f00 ? 4 : 2) * (1 + Returns);
}

int CalleeSaves::pushBytes(NumberSet Saved) const {
  const int Number = popcount(Saved);
  const int Extended = popcount(Saved & 0xff00);
  // A row says where the stack ends, a rule where a register was saved.
  const int Rows = HasTable && !HasFrame ? 3 * (1 + Returns) : 0;
  const int Rule = HasTable ? 2 : 0;
  int Bytes = (Number + Extended) * (1 + Returns) + Number * (Rows + Rule);
  const uint64_t Adjusted = adjustment(unsigned(Number));
  if (Adjusted == 8)
    Bytes += 1 + Returns * (Number ? 4 : 1) + Rows; // A push is shorter.
  else if (Adjusted > 0)
    Bytes += (Adjusted <= 128 ? 4 : 7) * (1 + Returns) + Rows;
  return Bytes;
}

/// On RISC-V a store or load of a save is compressed if it is near the end of
/// the stack. All make room by one instruction, which is there anyhow if there
/// are calls or objects.
int CalleeSaves::storeBytes(NumberSet Saved) const {
  const int Number = popcount(Saved);
  const int Bytes = HasCompressed && ObjectBytes <= MaxNearFrame ? 2 : 4;
  // A rule for each: where it was saved, and that it is back.
  const int Rules = HasTable ? 2 + Returns : 0;
  const int First = HasCompressed ? 2 : 4, Rows = HasTable ? 3 : 0;
  const bool IsOnlyReason =
      Number && !NeedsPadding && !HasFrame && ObjectBytes == 0;
  return Number * (Bytes * (1 + Returns) + Rules) +
         (IsOnlyReason ? (First + Rows) * (1 + Returns) : 0);
}
} // namespace mlgo
