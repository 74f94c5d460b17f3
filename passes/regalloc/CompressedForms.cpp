// Which registers compressed instructions take
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CompressedForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace mlgo {
constexpr unsigned MaxTerms = ShortForm::MaxTerms;
constexpr unsigned Zero = 0; ///< The register that is always zero.
constexpr std::array<unsigned, MaxTerms> Low = {10, 11, 12},
                                         High = {28, 29, 30};

/// How far compressed branches reach: 256 bytes, less a few because nobody
/// knows yet where blocks will be.
constexpr uint16_t Reach = 230;

void CompressedForms::begin(MachineFunction &Function) {
  MF = &Function;
  SharesAddresses = Function.getFunction().hasMinSize();
  if (Subtarget == &Function.getSubtarget())
    return;
  Subtarget = &Function.getSubtarget();
  TII = Subtarget->getInstrInfo();
  Kinds.assign(TII->getNumOpcodes(), Unknown);
  Known.clear();
  CopyBytes = 4;
  for (unsigned Opcode = 0; Opcode < TII->getNumOpcodes(); ++Opcode)
    if (TII->getName(Opcode) == "ADDI") {
      MachineInstr &Copy = build(Opcode, 0);
      Copy.getOperand(1).setReg(
          Registers.root({RegisterPlace::General, uint8_t(Low[1])}));
      CopyBytes = isShort(Copy) ? 2 : 4;
      Copy.eraseFromParent();
    }
}

bool CompressedForms::isShort(const MachineInstr &Tried) const {
  return TII->getInstSizeInBytes(Tried) == 2;
}

/// An instruction of one low register. It has to be erased.
MachineInstr &CompressedForms::build(unsigned Opcode, int64_t Constant) {
  MachineBasicBlock &Block = MF->front();
  const MCInstrDesc &Desc = TII->get(Opcode);
  const MCRegister Reg =
      Registers.root({RegisterPlace::General, uint8_t(Low[0])});
  auto Builder = BuildMI(Block, Block.end(), DebugLoc(), Desc);
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I)
    if (TII->getRegClass(Desc, I))
      Builder.addReg(Reg,
                     I < Desc.getNumDefs() ? unsigned(RegState::Define) : 0u);
    else
      Builder.addImm(Constant);
  return *Builder;
}

CompressedForms::Kind CompressedForms::kind(const MachineInstr &MI) {
  Kind &Found = Kinds[MI.getOpcode()];
  if (Found == Unknown)
    Found = findKind(MI);
  return Found;
}

CompressedForms::Kind CompressedForms::findKind(const MachineInstr &MI) {
  const MCInstrDesc &Desc = MI.getDesc();
  const StringRef Name = TII->getName(MI.getOpcode());
  if (CopyBytes != 2)
    return Never;
  if (Name == "BEQ" || Name == "BNE")
    return Branch;
  if (MI.isPseudo() || MI.isInlineAsm() || MI.isMetaInstruction() ||
      Desc.isVariadic() || Desc.isBranch() || Desc.isCall() || Desc.isReturn())
    return Never;
  const MCRegister First =
      Registers.root({RegisterPlace::General, uint8_t(Low[0])});
  SmallVector<unsigned, 4> Operands;
  unsigned NumConstants = 0;
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
    const TargetRegisterClass *Class = TII->getRegClass(Desc, I);
    if (Desc.getOperandConstraint(I, MCOI::TIED_TO) >= 0 ||
        (Class && !Class->contains(First)))
      return Never;
    if (Class)
      Operands.push_back(I);
    else
      ++NumConstants;
  }
  if (Operands.empty() || Operands.size() > MaxTerms || NumConstants > 1)
    return Never;
  for (const int64_t Constant : {0, 1, 8, -1, 255}) {
    MachineInstr &Tried = build(MI.getOpcode(), Constant);
    bool Found = isShort(Tried);
    for (const std::array<unsigned, MaxTerms> Numbers :
         {Low,
          {Low[0], Low[0], Low[1]},
          {Low[0], Low[1], Low[0]},
          {Low[0], Low[1], Low[1]},
          {Low[0], Low[0], Zero}}) {
      for (unsigned T = 0; T < Operands.size(); ++T)
        Tried.getOperand(Operands[T])
            .setReg(
                Registers.root({RegisterPlace::General, uint8_t(Numbers[T])}));
      Found |= isShort(Tried);
    }
    Tried.eraseFromParent();
    if (Found)
      return Maybe;
  }
  return Never;
}

/// A branch that compares with zero is short if the register is low.
void CompressedForms::setBranch(const MachineInstr &MI) {
  const auto IsZero = [&](unsigned Operand) {
    const Register Reg = MI.getOperand(Operand).getReg();
    return Reg == Registers.root({RegisterPlace::General, Zero});
  };
  if (IsZero(0) == IsZero(1))
    return;
  Shape.Form = OpcodeShape::Short;
  Shape.Terms[0] = IsZero(0) ? 1 : 0;
  Shape.Reach = Reach;
  uint64_t Table = 0;
  for (unsigned Index = 1; Index < 64; Index += 2)
    Table |= uint64_t(1) << Index;
  Shape.Table = addTable(Table);
}

const OpcodeShape &CompressedForms::get(const MachineInstr &MI) {
  Shape = OpcodeShape();
  if (MI.isCopy()) {
    Shape.Form = OpcodeShape::Copy;
    return Shape;
  }
  const Kind Is = kind(MI);
  if (Is == Branch)
    setBranch(MI);
  if (Is != Maybe)
    return Shape;
  Key Of(MI.getOpcode(), 0);
  unsigned NumTerms = 0;
  for (unsigned I = 0; I < MI.getNumExplicitOperands(); ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (MO.isReg()) {
      const Register Reg = MO.getReg();
      Of.first = Of.first << 16 | (Reg.isVirtual() ? 0xffff : Reg.id());
      Shape.Terms[NumTerms++] = int8_t(I);
    } else if (MO.isImm()) {
      Of.second = MO.getImm();
    } else {
      return Shape; // A symbol or a place in the frame.
    }
  }
  const auto [Found, IsNew] = Known.try_emplace(Of, 0);
  if (IsNew)
    Found->second = addTable(findTable(MI, Of.second));
  Shape.Table = Found->second;
  if (Shape.Table)
    Shape.Form = OpcodeShape::Short;
  if (SharesAddresses && MI.mayLoadOrStore())
    Shape.Shared = 1;
  return Shape;
}

uint64_t CompressedForms::findTable(const MachineInstr &MI, int64_t Constant) {
  SmallVector<std::optional<unsigned>, MaxTerms> Fixed;
  for (const MachineOperand &MO : MI.explicit_operands()) {
    if (!MO.isReg())
      continue;
    if (MO.getReg().isVirtual()) {
      Fixed.push_back(std::nullopt);
    } else if (const RegisterPlace Place =
                   Registers.place(MO.getReg().asMCReg())) {
      Fixed.push_back(Place.Number);
    } else {
      return 0;
    }
  }
  MachineInstr &Tried = build(MI.getOpcode(), Constant);
  ShortForm::Numbers Numbers = ShortForm::NoNumbers;
  uint64_t Table = 0;
  tryNumbers(Tried, Fixed, 0, Numbers, Table);
  Tried.eraseFromParent();
  return Table;
}

/// Tries \p Term and those that follow with low and high registers, that of
/// another or their own.
void CompressedForms::tryNumbers(MachineInstr &Tried,
                                 ArrayRef<std::optional<unsigned>> Fixed,
                                 unsigned Term, ShortForm::Numbers &Numbers,
                                 uint64_t &Table) const {
  if (Term == Fixed.size()) {
    if (isShort(Tried))
      Table |= uint64_t(1) << ShortForm::index(Numbers, Registers.lowNumbers());
    return;
  }
  SmallVector<unsigned, 9> Candidates;
  if (Fixed[Term]) {
    Candidates.push_back(*Fixed[Term]);
  } else {
    Candidates.append(Low.begin(), Low.begin() + Term + 1);
    Candidates.append(High.begin(), High.begin() + Term + 1);
    for (const auto &Number : Fixed)
      if (Number && *Number)
        Candidates.push_back(*Number);
  }
  unsigned Operand = 0;
  for (unsigned Skipped = 0;; ++Operand)
    if (Tried.getOperand(Operand).isReg() && Skipped++ == Term)
      break;
  for (const unsigned Number : Candidates) {
    Numbers[Term] = Number;
    Tried.getOperand(Operand).setReg(
        Registers.root({RegisterPlace::General, uint8_t(Number)}));
    tryNumbers(Tried, Fixed, Term + 1, Numbers, Table);
  }
}
} // namespace mlgo
