// Registers that can take each other's place
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <array>
#include <vector>

namespace llvm {
class MachineFunction;
class MachineRegisterInfo;
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

/// The registers of x86-64 that can take each other's place: rax to r15 with
/// their low parts, and xmm0 to xmm15 with the ymm that contain them.
class AssignableRegisters {
public:
  static constexpr unsigned NumNumbers = 16;
  /// The registers of a class by number; 0 where it has none, or one that
  /// nothing may be assigned to.
  using Row = std::array<llvm::MCPhysReg, NumNumbers>;

  explicit AssignableRegisters(const llvm::TargetRegisterInfo &TRI);

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
  const llvm::MachineFunction *MF = nullptr;
  const llvm::MachineRegisterInfo *MRI = nullptr;
  std::vector<RegisterPlace> Places; ///< By register,
  std::vector<uint16_t> Bits;        ///< and so are these.
  std::array<std::array<llvm::MCRegister, NumNumbers>, RegisterPlace::NumBanks>
      Roots = {};
  llvm::MCRegister Flags;
  std::vector<Row> Rows;    ///< By class,
  std::vector<bool> HasRow; ///< if it was asked for.
};
} // namespace mlgo
