// How x86-64 moves and stores constants
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/MC/MCRegister.h"
#include <array>
#include <cstdint>
#include <optional>

namespace llvm {
class MachineInstr;
class TargetInstrInfo;
class TargetRegisterInfo;
} // namespace llvm

namespace mlgo {
/// Registers for whole numbers and the instructions about them, found by name,
/// since a target's own numbers are not among LLVM's headers. Registers are
/// numbered as in machine code.
class WholeNumbers {
public:
  static constexpr unsigned NumRegisters = 16;

  /// What a store writes, and the register to store instead.
  struct Store {
    int64_t Value;
    unsigned Bits;
    unsigned Opcode; ///< Of the store of a register.
  };

  /// nullopt if an instruction or register of these names is missing.
  static std::optional<WholeNumbers> find(const llvm::TargetInstrInfo &TII,
                                          const llvm::TargetRegisterInfo &TRI);

  /// The part of a register that has \p Bits: 8, 16, 32 or 64.
  llvm::MCRegister get(unsigned Number, unsigned Bits) const;
  /// The number of a register of 32 or 64 bits.
  std::optional<unsigned> getNumber(llvm::MCRegister Reg) const;
  /// What \p MI stores, if that is a constant and it does nothing else. It
  /// reads memory only to replace all of it.
  std::optional<Store> getStore(const llvm::MachineInstr &MI) const;

  /// Whether a register's number needs a prefix of one byte.
  static bool hasPrefix(unsigned Number) { return Number >= 8; }
  /// Whether an address needs a byte more if the register is its base.
  static bool hasScale(unsigned Number) { return Number % 8 == 4; }

  unsigned Move32, Move64, MoveLong, Zero, PushByte, Push, Pop;
  unsigned Copy32, Copy64, Address32, Address64, Or32, Or64;
  llvm::MCRegister Flags;

private:
  struct StoreForm {
    unsigned Bits, Opcode;
    std::optional<int64_t> Value; ///< Instead of the operand.
  };

  std::array<std::array<llvm::MCRegister, NumRegisters>, 4> Registers = {};
  llvm::DenseMap<unsigned, StoreForm> Stores;
};
} // namespace mlgo
