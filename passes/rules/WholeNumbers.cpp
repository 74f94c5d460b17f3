// How x86-64 moves and stores constants
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WholeNumbers.h"
#include "TargetInstructions.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <utility>

using namespace llvm;

namespace mlgo {
namespace {
/// By the logarithm of a register's bytes.
constexpr const char *RegisterNames[4][WholeNumbers::NumRegisters] = {
    {"AL", "CL", "DL", "BL", "SPL", "BPL", "SIL", "DIL", "R8B", "R9B", "R10B",
     "R11B", "R12B", "R13B", "R14B", "R15B"},
    {"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "R8W", "R9W", "R10W",
     "R11W", "R12W", "R13W", "R14W", "R15W"},
    {"EAX", "ECX", "EDX", "EBX", "ESP", "EBP", "ESI", "EDI", "R8D", "R9D",
     "R10D", "R11D", "R12D", "R13D", "R14D", "R15D"},
    {"RAX", "RCX", "RDX", "RBX", "RSP", "RBP", "RSI", "RDI", "R8", "R9", "R10",
     "R11", "R12", "R13", "R14", "R15"},
};

unsigned getRow(unsigned Bits) {
  return Bits == 64 ? 3 : Bits == 32 ? 2 : Bits == 16 ? 1 : 0;
}

/// LLVM zeroes memory by `and` and sets it by `or`, where that is shorter.
struct NamedStore {
  const char *Constant, *Register;
  unsigned Bits;
  std::optional<int64_t> Value;
};
constexpr NamedStore NamedStores[] = {
    {"MOV8mi", "MOV8mr", 8, std::nullopt},
    {"MOV16mi", "MOV16mr", 16, std::nullopt},
    {"MOV32mi", "MOV32mr", 32, std::nullopt},
    {"MOV64mi32", "MOV64mr", 64, std::nullopt},
    {"AND16mi", "MOV16mr", 16, 0},
    {"AND32mi", "MOV32mr", 32, 0},
    {"AND64mi32", "MOV64mr", 64, 0},
    {"OR16mi", "MOV16mr", 16, -1},
    {"OR32mi", "MOV32mr", 32, -1},
    {"OR64mi32", "MOV64mr", 64, -1},
};
} // namespace

std::optional<WholeNumbers> WholeNumbers::find(const TargetInstrInfo &TII,
                                               const TargetRegisterInfo &TRI) {
  WholeNumbers Found;
  const TargetInstructions Instructions(TII);
  bool IsWhole = true;
  const auto Find = [&](StringRef Name) {
    const auto Opcode = Instructions.find(Name);
    IsWhole &= Opcode.has_value();
    return Opcode.value_or(0);
  };
  for (const auto &[Opcode, Name] : {std::pair(&Found.Move32, "MOV32ri"),
                                     {&Found.Move64, "MOV64ri32"},
                                     {&Found.MoveLong, "MOV64ri"},
                                     {&Found.Zero, "XOR32rr"},
                                     {&Found.PushByte, "PUSH64i8"},
                                     {&Found.Push, "PUSH64i32"},
                                     {&Found.Pop, "POP64r"},
                                     {&Found.Copy32, "MOV32rr"},
                                     {&Found.Copy64, "MOV64rr"},
                                     {&Found.Address32, "LEA64_32r"},
                                     {&Found.Address64, "LEA64r"},
                                     {&Found.Or32, "OR32ri8"},
                                     {&Found.Or64, "OR64ri8"}})
    *Opcode = Find(Name);
  for (const NamedStore &S : NamedStores)
    Found.Stores[Find(S.Constant)] = {S.Bits, Find(S.Register), S.Value};
  for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg) {
    const StringRef Name = TRI.getName(Reg);
    const unsigned Number = TRI.getEncodingValue(Reg);
    if (Name == "EFLAGS")
      Found.Flags = Reg;
    for (unsigned Row = 0; Row < 4 && Number < NumRegisters; ++Row)
      if (Name == RegisterNames[Row][Number])
        Found.Registers[Row][Number] = Reg;
  }
  for (const auto &Row : Found.Registers)
    IsWhole &= all_of(Row, [](MCRegister Reg) { return Reg.isValid(); });
  return IsWhole && Found.Flags ? std::optional(std::move(Found))
                                : std::nullopt;
}

MCRegister WholeNumbers::get(unsigned Number, unsigned Bits) const {
  return Registers[getRow(Bits)][Number];
}

std::optional<unsigned> WholeNumbers::getNumber(MCRegister Reg) const {
  for (unsigned I = 0; I < NumRegisters; ++I)
    if (get(I, 32) == Reg || get(I, 64) == Reg)
      return I;
  return std::nullopt;
}

std::optional<WholeNumbers::Store>
WholeNumbers::getStore(const MachineInstr &MI) const {
  // The address has five operands.
  const auto Form = Stores.find(MI.getOpcode());
  if (Form == Stores.end() || !MI.getOperand(5).isImm() ||
      MI.hasOrderedMemoryRef())
    return std::nullopt;
  const auto &[Bits, Opcode, Value] = Form->second;
  if (!Value)
    return Store{MI.getOperand(5).getImm(), Bits, Opcode};
  // Their flags may be in use.
  if (MI.getOperand(5).getImm() != *Value || !MI.allImplicitDefsAreDead())
    return std::nullopt;
  return Store{*Value, Bits, Opcode};
}
} // namespace mlgo
