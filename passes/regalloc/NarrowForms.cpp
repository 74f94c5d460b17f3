// Which registers narrow instructions take
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NarrowForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <tuple>

using namespace llvm;

namespace mlgo {
/// The narrow form of an operation. Its registers are the first operands, and
/// then comes the constant, if there is one.
struct NarrowForm {
  enum RuleKind : uint8_t {
    AllLow,
    SameLow,    ///< The first two are the same, too,
    CommuteLow, ///< or the first and the third.
    Sum,        ///< All low with flags, or two the same without.
    SumConstant ///< All low to 7, more if they are the same.
  };
  const char *Name;
  uint8_t NumTerms;
  RuleKind Rule;
  bool HasFlags = false; ///< The narrow form writes them.
  int16_t Most = -1;     ///< The constant; none if negative.
  uint8_t Scale = 1;
  int16_t Least = 0;
};

namespace {
constexpr int64_t Always = 14; ///< The condition.
constexpr int64_t MaxStackOffset = 1020;

constexpr NarrowForm AllForms[] = {
    {"t2LDRi12", 2, NarrowForm::AllLow, false, 124, 4},
    {"t2STRi12", 2, NarrowForm::AllLow, false, 124, 4},
    {"t2LDRHi12", 2, NarrowForm::AllLow, false, 62, 2},
    {"t2STRHi12", 2, NarrowForm::AllLow, false, 62, 2},
    {"t2LDRBi12", 2, NarrowForm::AllLow, false, 31},
    {"t2STRBi12", 2, NarrowForm::AllLow, false, 31},
    {"t2LDRs", 3, NarrowForm::AllLow, false, 0},
    {"t2LDRHs", 3, NarrowForm::AllLow, false, 0},
    {"t2LDRBs", 3, NarrowForm::AllLow, false, 0},
    {"t2LDRSHs", 3, NarrowForm::AllLow, false, 0},
    {"t2LDRSBs", 3, NarrowForm::AllLow, false, 0},
    {"t2STRs", 3, NarrowForm::AllLow, false, 0},
    {"t2STRHs", 3, NarrowForm::AllLow, false, 0},
    {"t2STRBs", 3, NarrowForm::AllLow, false, 0},
    {"t2CMPri", 1, NarrowForm::AllLow, false, 255},
    {"t2CMNzrr", 2, NarrowForm::AllLow},
    {"t2TSTrr", 2, NarrowForm::AllLow},
    {"t2UXTB", 2, NarrowForm::AllLow, false, 0},
    {"t2UXTH", 2, NarrowForm::AllLow, false, 0},
    {"t2SXTB", 2, NarrowForm::AllLow, false, 0},
    {"t2SXTH", 2, NarrowForm::AllLow, false, 0},
    {"t2REV", 2, NarrowForm::AllLow},
    {"t2REV16", 2, NarrowForm::AllLow},
    {"t2REVSH", 2, NarrowForm::AllLow},
    {"t2MOVi", 1, NarrowForm::AllLow, true, 255},
    {"t2MVNr", 2, NarrowForm::AllLow, true},
    {"t2RSBri", 2, NarrowForm::AllLow, true, 0},
    {"t2LSLri", 2, NarrowForm::AllLow, true, 31, 1, 1},
    {"t2LSRri", 2, NarrowForm::AllLow, true, 32, 1, 1},
    {"t2ASRri", 2, NarrowForm::AllLow, true, 32, 1, 1},
    {"t2SUBrr", 3, NarrowForm::AllLow, true},
    {"t2ADDrr", 3, NarrowForm::Sum, true},
    {"t2ADDri", 2, NarrowForm::SumConstant, true, 255},
    {"t2SUBri", 2, NarrowForm::SumConstant, true, 255},
    {"t2ANDrr", 3, NarrowForm::CommuteLow, true},
    {"t2EORrr", 3, NarrowForm::CommuteLow, true},
    {"t2ORRrr", 3, NarrowForm::CommuteLow, true},
    {"t2ADCrr", 3, NarrowForm::CommuteLow, true},
    {"t2MUL", 3, NarrowForm::CommuteLow, true},
    {"t2BICrr", 3, NarrowForm::SameLow, true},
    {"t2SBCrr", 3, NarrowForm::SameLow, true},
    {"t2LSLrr", 3, NarrowForm::SameLow, true},
    {"t2LSRrr", 3, NarrowForm::SameLow, true},
    {"t2ASRrr", 3, NarrowForm::SameLow, true},
    {"t2RORrr", 3, NarrowForm::SameLow, true},
};
} // namespace

void NarrowForms::begin(MachineFunction &MF) {
  if (!TII) {
    TII = MF.getSubtarget().getInstrInfo();
    Known.resize(std::size(AllForms));
    Forms.assign(TII->getNumOpcodes(), nullptr);
    for (unsigned Opcode = 0; Opcode < Forms.size(); ++Opcode) {
      const auto *Found = find_if(AllForms, [&](const NarrowForm &Form) {
        return TII->getName(Opcode) == Form.Name;
      });
      if (Found != std::end(AllForms))
        Forms[Opcode] = Found;
    }
  }
  HasNearFrame = !MF.getSubtarget().getFrameLowering()->hasFP(MF);
  findLiveFlags(MF);
}

void NarrowForms::findLiveFlags(const MachineFunction &MF) {
  KeepsFlags.clear();
  const MCRegister Flags = Registers.flags();
  for (const MachineBasicBlock &Block : MF) {
    bool IsLive = any_of(Block.successors(), [&](const MachineBasicBlock *To) {
      return To->isLiveIn(Flags);
    });
    for (const MachineInstr &MI : reverse(Block)) {
      bool Writes = false, Reads = false;
      for (const MachineOperand &MO : MI.operands()) {
        if (!MO.isReg() || MO.getReg() != Flags)
          continue;
        Writes |= MO.isDef();
        Reads |= MO.isUse();
      }
      if (IsLive && !Writes)
        KeepsFlags.insert(&MI);
      IsLive = Reads || (IsLive && !Writes && !MI.isCall());
    }
  }
}

/// Values that are loaded from or stored to words side by side: if their
/// registers ascend, LLVM joins the accesses.
void NarrowForms::findJoined(const MachineFunction &MF,
                             function_ref<void(Register)> Do) const {
  struct Access {
    const MachineInstr *MI;
    Register Base;
    int64_t Offset;
  };
  SmallVector<Access, 16> Accesses;
  for (const MachineBasicBlock &Block : MF) {
    Accesses.clear();
    for (const MachineInstr &MI : Block) {
      const NarrowForm *Form = Forms[MI.getOpcode()];
      if (Form && Form->Scale == 4 && Form->NumTerms == 2 &&
          MI.getOperand(1).isReg() && MI.getOperand(2).isImm())
        Accesses.push_back(
            {&MI, MI.getOperand(1).getReg(), MI.getOperand(2).getImm()});
    }
    sort(Accesses, [](const Access &A, const Access &B) {
      return std::tuple(A.MI->getOpcode(), A.Base.id(), A.Offset) <
             std::tuple(B.MI->getOpcode(), B.Base.id(), B.Offset);
    });
    for (size_t I = 1; I < Accesses.size(); ++I) {
      const Access &A = Accesses[I - 1], &B = Accesses[I];
      if (A.MI->getOpcode() != B.MI->getOpcode() || A.Base != B.Base ||
          B.Offset - A.Offset > 4)
        continue;
      Do(A.MI->getOperand(0).getReg());
      Do(B.MI->getOperand(0).getReg());
    }
  }
}

const OpcodeShape &NarrowForms::get(const MachineInstr &MI) {
  Shape = OpcodeShape();
  if (MI.isCopy())
    Shape.Form = OpcodeShape::Copy;
  else if (const NarrowForm *Form = Forms[MI.getOpcode()])
    setForm(MI, *Form);
  return Shape;
}

void NarrowForms::setForm(const MachineInstr &MI, const NarrowForm &Form) {
  const int Condition = MI.findFirstPredOperandIdx();
  if (Condition < 0 || MI.getOperand(unsigned(Condition)).getImm() != Always)
    return;
  bool SetsFlags = false;
  for (unsigned I = Form.NumTerms; I < MI.getNumExplicitOperands(); ++I)
    SetsFlags |= MI.getDesc().operands()[I].isOptionalDef() &&
                 MI.getOperand(I).getReg() == Registers.flags();
  int64_t Constant = 0;
  if (Form.Most >= 0) {
    const MachineOperand &MO = MI.getOperand(Form.NumTerms);
    if (!MO.isImm())
      return;
    Constant = MO.getImm();
  }
  for (unsigned I = 0; I < Form.NumTerms; ++I)
    Shape.Terms[I] = int8_t(I);
  NarrowForm Here = Form;
  if (Form.NumTerms == 2 && MI.getOperand(1).isFI()) {
    // By the stack pointer, whole words and addresses of them.
    if (!HasNearFrame || SetsFlags ||
        (Form.Scale != 4 && Form.Rule != NarrowForm::SumConstant))
      return;
    Shape.Terms[1] = OpcodeShape::None;
    Here = {nullptr, 1, NarrowForm::AllLow, false, int16_t(MaxStackOffset), 4};
  }
  if (any_of(ArrayRef(MI.operands_begin(), Here.NumTerms),
             [](const MachineOperand &MO) { return !MO.isReg(); }))
    return;
  if (Form.Most >= 0 && (Constant < Here.Least || Constant > Here.Most ||
                         Constant % Here.Scale != 0))
    return;
  const bool MayWrite = SetsFlags || !KeepsFlags.contains(&MI);
  const bool IsLarge = Constant > 7, IsOnStack = Here.NumTerms != Form.NumTerms;
  std::optional<uint16_t> &Table =
      Known[size_t(&Form - AllForms)]
           [unsigned(IsOnStack) << 3 | unsigned(IsLarge) << 2 |
            unsigned(SetsFlags) << 1 | unsigned(MayWrite)];
  if (!Table)
    Table = addTable(findTable(Here, IsLarge, SetsFlags, MayWrite));
  Shape.Table = *Table;
  if (Shape.Table)
    Shape.Form = OpcodeShape::Short;
}

uint64_t NarrowForms::findTable(const NarrowForm &Form, bool IsLarge,
                                bool SetsFlags, bool MayWriteFlags) {
  const bool AreFlagsRight = !Form.HasFlags || MayWriteFlags;
  uint64_t Table = 0;
  for (unsigned Index = 0; Index < 64; ++Index) {
    const unsigned Needed = (1u << Form.NumTerms) - 1;
    const bool AreLow = (Index & Needed) == Needed && AreFlagsRight;
    const bool IsSame = Index >> 3 & 1, Commutes = Index >> 4 & 1;
    bool IsShort = AreLow;
    switch (Form.Rule) {
    case NarrowForm::AllLow:
      break;
    case NarrowForm::SameLow:
      IsShort &= IsSame;
      break;
    case NarrowForm::CommuteLow:
      IsShort &= IsSame || Commutes;
      break;
    case NarrowForm::Sum:
      IsShort |= !SetsFlags && (IsSame || Commutes);
      break;
    case NarrowForm::SumConstant:
      IsShort &= IsSame || !IsLarge;
      break;
    }
    Table |= uint64_t(IsShort) << Index;
  }
  return Table;
}
} // namespace mlgo
