// What a function pays for the registers that it saves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"

namespace llvm {
class VirtRegMap;
}

namespace mlgo {
/// The registers that a function has to save if it uses them, and the bytes
/// that this takes: pushes, pops before each return, rows of the unwind table,
/// and what keeps the stack aligned. Registers are numbers of the general bank;
/// sets of them are bits.
class CalleeSaves {
public:
  /// For \p MF, which has been allocated by \p VRM, but not rewritten.
  CalleeSaves(const llvm::MachineFunction &MF, const llvm::VirtRegMap &VRM,
              const AssignableRegisters &Registers);

  bool has(unsigned Number) const { return All >> Number & 1; }
  /// Those that the function uses, whatever becomes of ranges in registers that
  /// can take each other's place.
  uint16_t alwaysUsed() const { return AlwaysUsed; }
  /// The bytes for \p Used; what is in no way saved does not matter.
  int bytes(uint16_t Used) const;
  unsigned count(uint16_t Used) const;

private:
  void findAlwaysUsed(const llvm::MachineFunction &MF,
                      const llvm::VirtRegMap &VRM,
                      const AssignableRegisters &Registers);

  uint64_t adjustment(unsigned Number) const;

  uint16_t All = 0, AlwaysUsed = 0;
  int Returns = 0;
  uint64_t ObjectBytes = 0;
  bool HasTable = false, HasFrame = false;
  bool NeedsPadding = false; ///< The stack has to be aligned.
};
} // namespace mlgo
