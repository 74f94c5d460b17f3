// What a function pays for the registers that it saves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"

namespace llvm {
class VirtRegMap;
}

namespace mlgo {
/// The registers that a function has to save if it uses them, and the bytes
/// that this takes: pushes or stores, pops or loads before each return, rows of
/// the unwind table, and what keeps the stack aligned. Registers are numbers of
/// the general bank; sets of them are bits.
class CalleeSaves {
public:
  /// For \p MF, which has been allocated by \p VRM, but not rewritten.
  CalleeSaves(const llvm::MachineFunction &MF, const llvm::VirtRegMap &VRM,
              const AssignableRegisters &Registers);

  bool has(unsigned Number) const { return All >> Number & 1; }
  /// Those that the function uses, whatever becomes of ranges in registers that
  /// can take each other's place.
  NumberSet alwaysUsed() const { return AlwaysUsed; }
  /// The bytes for \p Used; what is in no way saved does not matter.
  int bytes(NumberSet Used) const;
  /// How many are saved. Where a function saves all up to one, in an order that
  /// nobody chooses, others of them count.
  unsigned count(NumberSet Used) const;
  /// Whether the frame is so large that accesses to it need registers that are
  /// found later, among those that are free.
  bool hasLargeFrame() const { return IsLarge; }

private:
  /// How a target saves registers.
  enum Kind : uint8_t {
    Pushes,
    Stores,
    Lists,
    Groups, ///< By a function or an instruction for all up to one.
  };
  void findAlwaysUsed(const llvm::MachineFunction &MF,
                      const llvm::VirtRegMap &VRM,
                      const AssignableRegisters &Registers);

  void findKind(const llvm::MachineFunction &MF);
  uint64_t adjustment(unsigned Number) const;
  int pushBytes(NumberSet Saved) const;
  int storeBytes(NumberSet Saved) const;
  int listBytes(NumberSet Saved) const;

  Kind How = Pushes;
  NumberSet All = 0, AlwaysUsed = 0;
  int Returns = 0;
  uint64_t ObjectBytes = 0;
  bool HasTable = false, HasFrame = false;
  bool NeedsPadding = false; ///< The stack has to be aligned.
  bool IsLarge = false;
  bool HasCompressed = false;
};
} // namespace mlgo
