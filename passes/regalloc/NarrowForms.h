// Which registers narrow instructions take
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"
#include "EncodingModel.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace llvm {
class TargetInstrInfo;
} // namespace llvm

namespace mlgo {
struct NarrowForm;

/// Knows which registers instructions of Thumb-2 need to be encoded in two
/// bytes, by the architecture's rules: low ones; for many operations the same
/// for result and operand; and often they set the flags, so that nobody may
/// need those that are there. Whether LLVM makes an instruction conditional
/// later does not matter here.
class NarrowForms final : public EncodingModel {
public:
  explicit NarrowForms(const AssignableRegisters &Registers)
      : Registers(Registers) {}

  void begin(llvm::MachineFunction &Function) override;
  const OpcodeShape &get(const llvm::MachineInstr &MI) override;
  void findJoined(const llvm::MachineFunction &MF,
                  llvm::function_ref<void(llvm::Register)> Do) const override;

private:
  void findLiveFlags(const llvm::MachineFunction &MF);
  void setForm(const llvm::MachineInstr &MI, const NarrowForm &Form);
  /// The table of \p Form if its constant is above 7 (\p IsLarge), and if it
  /// sets the flags, or may write them.
  static uint64_t findTable(const NarrowForm &Form, bool IsLarge,
                            bool SetsFlags, bool MayWriteFlags);

  const AssignableRegisters &Registers;
  const llvm::TargetInstrInfo *TII = nullptr;
  bool HasNearFrame = false;
  OpcodeShape Shape;                     ///< That of the last call.
  std::vector<const NarrowForm *> Forms; ///< By opcode.
  /// Tables that are known: by form; on the stack or not, and by the last three
  /// of findTable().
  std::vector<std::array<std::optional<uint16_t>, 16>> Known;
  /// Behind which the flags are needed, though it does not write them.
  llvm::SmallDenseSet<const llvm::MachineInstr *, 32> KeepsFlags;
};
} // namespace mlgo
