// Registers that can take each other's place
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AssignableRegisters.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

namespace mlgo {
constexpr const char *GeneralNames[AssignableRegisters::NumNumbers] = {
    "RAX", "RCX", "RDX", "RBX", "RSP", "RBP", "RSI", "RDI",
    "R8",  "R9",  "R10", "R11", "R12", "R13", "R14", "R15"};

/// The number in the name of xmm0 to xmm15 or ymm0 to ymm15.
static std::optional<unsigned> getVectorNumber(StringRef Name) {
  unsigned Number = 0;
  if ((Name.consume_front("XMM") || Name.consume_front("YMM")) &&
      !Name.getAsInteger(10, Number) &&
      Number < AssignableRegisters::NumNumbers)
    return Number;
  return std::nullopt;
}

AssignableRegisters::AssignableRegisters(const TargetRegisterInfo &TRI)
    : Places(TRI.getNumRegs()), Bits(TRI.getNumRegs()),
      Rows(TRI.getNumRegClasses()) {
  for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg) {
    const StringRef Name = TRI.getName(Reg);
    if (const auto Number = getVectorNumber(Name)) {
      Places[Reg] = {RegisterPlace::Vector, uint8_t(*Number)};
      Bits[Reg] = Name.starts_with("YMM") ? 256 : 128;
      if (Name.starts_with("YMM"))
        Roots[RegisterPlace::Vector][*Number] = Reg;
      continue;
    }
    if (Name == "EFLAGS")
      Flags = Reg;
    const auto *Found = find(GeneralNames, Name);
    if (Found == std::end(GeneralNames))
      continue;
    const auto Number = uint8_t(Found - GeneralNames);
    Roots[RegisterPlace::General][Number] = Reg;
    Places[Reg] = {RegisterPlace::General, Number};
    Bits[Reg] = 64;
    for (MCRegister Part : TRI.subregs(Reg)) {
      if (TRI.getEncodingValue(Part) != Number)
        continue; // ah, bh, ch and dh are encoded otherwise.
      Places[Part.id()] = {RegisterPlace::General, Number};
      Bits[Part.id()] =
          uint16_t(TRI.getSubRegIdxSize(TRI.getSubRegIndex(Reg, Part)));
    }
  }
}

void AssignableRegisters::begin(const MachineFunction &Function) {
  MF = &Function;
  MRI = &Function.getRegInfo();
  HasRow.assign(Rows.size(), false);
}

const AssignableRegisters::Row &
AssignableRegisters::row(const TargetRegisterClass &Class) {
  Row &Found = Rows[Class.getID()];
  if (HasRow[Class.getID()])
    return Found;
  HasRow[Class.getID()] = true;
  Found.fill(0);
  for (MCPhysReg Reg : Class.getRawAllocationOrder(*MF))
    if (const RegisterPlace Place = Places[Reg]; Place && !MRI->isReserved(Reg))
      Found[Place.Number] = Reg;
  return Found;
}
} // namespace mlgo
