// How the bytes of an instruction depend on its registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpcodeShapes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
/// A register that needs no prefix wherever it stands, nor is special.
constexpr unsigned UsualNumber = 1;
constexpr unsigned ByteNumber = 6, ExtendedNumber = 9;

/// Pseudo instructions that become an instruction or two whose prefix depends
/// on operand 0 alone.
static unsigned getPseudoPrefixBytes(StringRef Name) {
  return StringSwitch<unsigned>(Name)
      .Cases({"MOV32r0", "MOV32ri64", "MOV32ImmSExti8", "MOV64ImmSExti8"}, 1)
      .Cases({"SETB_C32r", "TCRETURNri64", "V_SET0", "V_SETALLONES"}, 1)
      .Cases({"FsFLD0SS", "FsFLD0SD", "FsFLD0SH", "FsFLD0F128", "AVX_SET0"}, 1)
      .Cases({"MOV32r1", "MOV32r_1"}, 2)
      .Default(0);
}

OpcodeShapes::OpcodeShapes(const MachineFunction &MF,
                           const AssignableRegisters &Registers)
    : TII(*MF.getSubtarget().getInstrInfo()), Subtarget(MF.getSubtarget()),
      Registers(Registers),
      Encoder(
          MF.getTarget().getTarget().createMCCodeEmitter(TII, MF.getContext())),
      ByOpcode(TII.getNumOpcodes()) {}

OpcodeShapes::~OpcodeShapes() = default;

const OpcodeShape &OpcodeShapes::get(const MachineInstr &MI) {
  uint16_t &Known = ByOpcode[MI.getOpcode()];
  if (!Known) {
    Shapes.push_back(find(MI));
    Known = static_cast<uint16_t>(Shapes.size());
  }
  return Shapes[Known - 1];
}

OpcodeShape OpcodeShapes::find(const MachineInstr &MI) const {
  OpcodeShape Shape;
  if (MI.isCopy() || MI.isSubregToReg()) {
    Shape.Form = OpcodeShape::Copy;
    return Shape;
  }
  if (MI.isInlineAsm() || MI.isMetaInstruction() || MI.getDesc().isVariadic())
    return Shape;
  const StringRef Name = TII.getName(MI.getOpcode());
  if (!MI.isPseudo())
    return probe(MI);
  if (const unsigned Bytes = getPseudoPrefixBytes(Name)) {
    Shape.Form = OpcodeShape::Plain;
    Shape.PrefixBytes = uint8_t(Bytes);
    Shape.Prefix[0] = EncodingRole::Extended;
  } else if (Name == "TCRETURNmi64") {
    Shape.Form = OpcodeShape::Plain;
    Shape.Memory = 0;
    Shape.Prefix[0] = Shape.Prefix[2] = EncodingRole::Extended;
  } else if (Name == "ADD32rr_DB" || Name == "ADD32ri_DB") {
    Shape.Form = OpcodeShape::Plain;
    Shape.Prefix[0] = EncodingRole::Extended;
    if (Name == "ADD32rr_DB")
      Shape.Prefix[2] = EncodingRole::Extended;
  }
  addShortForms(Name, Shape);
  return Shape;
}

MCRegister OpcodeShapes::choose(unsigned Opcode, unsigned Operand,
                                unsigned Number) const {
  const TargetRegisterClass *Class = TII.getRegClass(TII.get(Opcode), Operand);
  if (!Class)
    return MCRegister();
  for (MCPhysReg Reg : *Class)
    if (const RegisterPlace Place = Registers.place(Reg);
        Place && Place.Number == Number)
      return Reg;
  return MCRegister();
}

size_t OpcodeShapes::encode(const MCInst &Inst) const {
  SmallVector<char, 16> Bytes;
  SmallVector<MCFixup, 4> Fixups;
  Encoder->encodeInstruction(Inst, Bytes, Fixups, Subtarget);
  return Bytes.size();
}

bool OpcodeShapes::probeOperand(const MCInst &Usual, unsigned Operand,
                                unsigned Number, size_t UsualSize) const {
  const MCRegister Reg = choose(Usual.getOpcode(), Operand, Number);
  if (!Reg)
    return false;
  MCInst Changed = Usual;
  Changed.getOperand(Operand).setReg(Reg);
  const MCInstrDesc &Desc = TII.get(Usual.getOpcode());
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I)
    if (I != Operand &&
        Desc.getOperandConstraint(I, MCOI::TIED_TO) == int(Operand))
      Changed.getOperand(I).setReg(Reg);
  return encode(Changed) > UsualSize;
}

OpcodeShape OpcodeShapes::probe(const MachineInstr &MI) const {
  OpcodeShape Shape;
  const MCInstrDesc &Desc = MI.getDesc();
  const unsigned NumOperands = Desc.getNumOperands();
  if (NumOperands == 0 || NumOperands > OpcodeShape::MaxOperands)
    return Shape;
  MCInst Usual;
  Usual.setOpcode(MI.getOpcode());
  std::array<bool, OpcodeShape::MaxOperands> IsRegister = {};
  for (unsigned I = 0; I < NumOperands; ++I) {
    const bool IsMemory =
        Desc.operands()[I].OperandType == MCOI::OPERAND_MEMORY;
    if (IsMemory && Shape.Memory == OpcodeShape::None)
      Shape.Memory = int8_t(I);
    const unsigned Part = IsMemory ? I - Shape.Memory : 0;
    if (IsMemory && Part == 4) {
      Usual.addOperand(MCOperand::createReg(MCRegister())); // No segment.
    } else if (TII.getRegClass(Desc, I)) {
      const MCRegister Reg = choose(MI.getOpcode(), I, UsualNumber);
      IsRegister[I] = Reg.isValid();
      if (!Reg) // x87, mask and segment registers, ah.
        return OpcodeShape();
      Usual.addOperand(MCOperand::createReg(Reg));
    } else {
      Usual.addOperand(MCOperand::createImm(IsMemory && Part == 1));
    }
  }
  const size_t Size = encode(Usual);
  if (Size == 0)
    return OpcodeShape();
  Shape.Form = OpcodeShape::Plain;
  for (unsigned I = 0; I < NumOperands; ++I)
    if (IsRegister[I] && Desc.getOperandConstraint(I, MCOI::TIED_TO) < 0)
      Shape.Prefix[I] = probeOperand(Usual, I, ByteNumber, Size)
                            ? EncodingRole::ByteNeeds
                        : probeOperand(Usual, I, ExtendedNumber, Size)
                            ? EncodingRole::Extended
                            : EncodingRole::NoPrefix;
  addShortForms(TII.getName(MI.getOpcode()), Shape);
  return Shape;
}

void OpcodeShapes::addShortForms(StringRef Name, OpcodeShape &Shape) const {
  if (Name == "LEA64r" || Name == "LEA64_32r") {
    Shape.Form = OpcodeShape::Address;
  } else if (Name == "MOVSX64rr32") {
    Shape.AccumulatorPair = 1;
  } else if (Name == "MOVSX32rr16" || Name == "MOVSX16rr8") {
    Shape.AccumulatorPair = 2;
  } else if (Name.starts_with("VMOV") && Name.ends_with("rr") &&
             Shape.Prefix[1]) {
    // Either operand can be the one that needs no longer prefix.
    Shape.Prefix[0] = EncodingRole::Extended;
    Shape.NeedsAll = true;
  }
  StringRef Operation = Name;
  if (!Operation.consume_back("_DB"))
    Operation = Name;
  const bool HasConstant =
      Operation.consume_back("8ri") || Operation.consume_back("16ri") ||
      Operation.consume_back("32ri") || Operation.consume_back("64ri32");
  if (!HasConstant)
    return;
  const bool IsTest = Operation == "TEST", IsCompare = Operation == "CMP";
  if (!IsTest && !IsCompare &&
      !is_contained({"ADC", "ADD", "AND", "OR", "SBB", "SUB", "XOR"},
                    Operation))
    return;
  Shape.Form = OpcodeShape::Plain;
  Shape.Constant = IsTest || IsCompare ? 1 : 2;
  Shape.HasByteForm = !IsTest && !Name.ends_with("8ri");
}
} // namespace mlgo
