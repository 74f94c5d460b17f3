// Registers that can take each other's place
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <array>
#include <vector>

namespace llvm {
class MachineFunction;
class MachineRegisterInfo;
class Triple;
} // namespace llvm

namespace mlgo {
/// Where a register stands: registers that overlap have one number in one bank,
/// and registers of a bank that have the same size differ in nothing but that
/// number. It is the one that instructions encode.
struct RegisterPlace {
  enum : uint8_t { General, Vector, NumBanks, Nowhere };
  uint8_t Bank = Nowhere;
  uint8_t Number = 0;

  explicit operator bool() const { return Bank != Nowhere; }
  bool operator==(const RegisterPlace &P) const {
    return Bank == P.Bank && Number == P.Number;
  }
};

/// Numbers of a bank, as bits.
using NumberSet = uint32_t;

/// The registers that can take each other's place. On x86-64 these are rax to
/// r15 with their low parts, and xmm0 to xmm15 with the ymm that contain them;
/// on RV64 x0 to x31 but ra, on Thumb-2 r0 to r12 and lr.
class AssignableRegisters {
public:
  static constexpr unsigned MaxNumbers = 32;
  /// The registers of a class by number; 0 where it has none, or one that
  /// nothing may be assigned to.
  using Row = std::array<llvm::MCPhysReg, MaxNumbers>;

  AssignableRegisters(const llvm::Triple &Target,
                      const llvm::TargetRegisterInfo &TRI);
  /// Whether there are any on \p Target.
  static bool serves(const llvm::Triple &Target);

  /// How many numbers a bank has.
  unsigned numNumbers() const { return NumNumbers; }
  /// The numbers of general registers that short forms ask for,
  NumberSet lowNumbers() const { return LowNumbers; }
  /// and of those that C's convention has functions save.
  NumberSet usualSaves() const { return UsualSaves; }

  /// From now on rows are those of \p MF.
  void begin(const llvm::MachineFunction &MF);

  RegisterPlace place(llvm::MCRegister Reg) const { return Places[Reg.id()]; }
  /// The size of a register that has a place.
  unsigned bits(llvm::MCRegister Reg) const { return Bits[Reg.id()]; }
  /// The largest register of its place.
  llvm::MCRegister root(RegisterPlace Place) const {
    return Roots[Place.Bank][Place.Number];
  }
  const Row &row(const llvm::TargetRegisterClass &Class);
  llvm::MCRegister flags() const { return Flags; }

private:
  void addGeneral(const llvm::TargetRegisterInfo &TRI, llvm::MCRegister Reg,
                  uint8_t Number);

  unsigned NumNumbers;
  NumberSet LowNumbers, UsualSaves;
  const llvm::MachineFunction *MF = nullptr;
  const llvm::MachineRegisterInfo *MRI = nullptr;
  std::vector<RegisterPlace> Places; ///< By register,
  std::vector<uint16_t> Bits;        ///< and so are these.
  std::array<std::array<llvm::MCRegister, MaxNumbers>, RegisterPlace::NumBanks>
      Roots = {};
  llvm::MCRegister Flags;
  std::vector<Row> Rows;    ///< By class,
  std::vector<bool> HasRow; ///< if it was asked for.
};
} // namespace mlgo
