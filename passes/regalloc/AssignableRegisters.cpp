// Registers that can take each other's place
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AssignableRegisters.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace mlgo {
namespace {
/// The general registers of a target. Without a name a number has none.
struct GeneralRegisters {
  unsigned NumNumbers;
  NumberSet Low, UsualSaves;
  std::array<const char *, AssignableRegisters::MaxNumbers> Names;
};

constexpr GeneralRegisters X86Registers = {
    16,
    0,
    0xf028,
    {"RAX", "RCX", "RDX", "RBX", "RSP", "RBP", "RSI", "RDI", "R8", "R9", "R10",
     "R11", "R12", "R13", "R14", "R15"}};

/// Callers restore ra, which is saved wherever anything is called.
constexpr GeneralRegisters RISCVRegisters = {
    32, 0xff00, 0x0ffc0300, {"X0",  nullptr, "X2",  "X3",  "X4",  "X5",  "X6",
                             "X7",  "X8",    "X9",  "X10", "X11", "X12", "X13",
                             "X14", "X15",   "X16", "X17", "X18", "X19", "X20",
                             "X21", "X22",   "X23", "X24", "X25", "X26", "X27",
                             "X28", "X29",   "X30", "X31"}};

/// Calls write lr, which is saved then; it returns by the pc.
constexpr GeneralRegisters ThumbRegisters = {
    16,
    0x00ff,
    0x4ff0,
    {"R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11",
     "R12", nullptr, "LR"}};

/// Null if nothing is known about \p Target.
const GeneralRegisters *findGeneralRegisters(const Triple &Target) {
  if (!Target.isOSBinFormatELF())
    return nullptr;
  switch (Target.getArch()) {
  case Triple::x86_64:
    return Target.isX32() ? nullptr : &X86Registers;
  case Triple::riscv64:
    return &RISCVRegisters;
  case Triple::thumb:
    return &ThumbRegisters;
  default:
    return nullptr;
  }
}

/// The number in the name of xmm0 to xmm15 or ymm0 to ymm15.
std::optional<unsigned> getVectorNumber(StringRef Name) {
  unsigned Number = 0;
  if ((Name.consume_front("XMM") || Name.consume_front("YMM")) &&
      !Name.getAsInteger(10, Number) && Number < X86Registers.NumNumbers)
    return Number;
  return std::nullopt;
}
} // namespace

bool AssignableRegisters::serves(const Triple &Target) {
  return findGeneralRegisters(Target);
}

AssignableRegisters::AssignableRegisters(const Triple &Target,
                                         const TargetRegisterInfo &TRI)
    : Places(TRI.getNumRegs()), Bits(TRI.getNumRegs()),
      Rows(TRI.getNumRegClasses()) {
  const GeneralRegisters &General = *findGeneralRegisters(Target);
  NumNumbers = General.NumNumbers;
  LowNumbers = General.Low;
  UsualSaves = General.UsualSaves;
  const ArrayRef<const char *> Names =
      ArrayRef(General.Names).take_front(NumNumbers);
  for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg) {
    const StringRef Name = TRI.getName(Reg);
    if (const auto Number = getVectorNumber(Name)) {
      Places[Reg] = {RegisterPlace::Vector, uint8_t(*Number)};
      Bits[Reg] = Name.starts_with("YMM") ? 256 : 128;
      if (Name.starts_with("YMM"))
        Roots[RegisterPlace::Vector][*Number] = Reg;
      continue;
    }
    if (Name == "EFLAGS" || Name == "CPSR")
      Flags = Reg;
    const auto *Found =
        find_if(Names, [&](const char *Each) { return Each && Name == Each; });
    if (Found != Names.end())
      addGeneral(TRI, Reg, uint8_t(Found - Names.begin()));
  }
}

void AssignableRegisters::addGeneral(const TargetRegisterInfo &TRI,
                                     MCRegister Reg, uint8_t Number) {
  Roots[RegisterPlace::General][Number] = Reg;
  Places[Reg.id()] = {RegisterPlace::General, Number};
  Bits[Reg.id()] =
      uint16_t(TRI.getRegSizeInBits(*TRI.getMinimalPhysRegClass(Reg)));
  for (MCRegister Part : TRI.subregs(Reg)) {
    if (TRI.getEncodingValue(Part) != Number)
      continue; // ah, bh, ch and dh are encoded otherwise.
    Places[Part.id()] = {RegisterPlace::General, Number};
    Bits[Part.id()] =
        uint16_t(TRI.getSubRegIdxSize(TRI.getSubRegIndex(Reg, Part)));
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
