// Which registers compressed instructions take
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"
#include "EncodingModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class TargetInstrInfo;
class TargetSubtargetInfo;
} // namespace llvm

namespace mlgo {
/// Finds out which registers instructions of RISC-V need to be compressed. LLVM
/// is asked for the size of each, once with all kinds of registers for each
/// opcode and constant. Pseudo instructions, symbols and places in the frame
/// count as independent of registers: sp-relative accesses take any. Branches
/// that compare with zero are compressed when the assembler knows that they do
/// not go far.
class CompressedForms final : public EncodingModel {
public:
  explicit CompressedForms(const AssignableRegisters &Registers)
      : Registers(Registers) {}

  void begin(llvm::MachineFunction &Function) override;
  const OpcodeShape &get(const llvm::MachineInstr &MI) override;
  unsigned copyBytes() const override { return CopyBytes; }
  bool hasReach() const override { return CopyBytes == 2; }

private:
  enum Kind : uint8_t { Unknown, Never, Maybe, Branch };
  /// The opcode with its registers that are no ranges, and the constant.
  using Key = std::pair<uint64_t, int64_t>;

  Kind kind(const llvm::MachineInstr &MI);
  Kind findKind(const llvm::MachineInstr &MI);
  void setBranch(const llvm::MachineInstr &MI);
  uint64_t findTable(const llvm::MachineInstr &MI, int64_t Constant);
  void tryNumbers(llvm::MachineInstr &Tried,
                  llvm::ArrayRef<std::optional<unsigned>> Fixed, unsigned Term,
                  ShortForm::Numbers &Numbers, uint64_t &Table) const;
  llvm::MachineInstr &build(unsigned Opcode, int64_t Constant);
  bool isShort(const llvm::MachineInstr &Tried) const;

  const AssignableRegisters &Registers;
  llvm::MachineFunction *MF = nullptr;
  const llvm::TargetSubtargetInfo *Subtarget = nullptr;
  const llvm::TargetInstrInfo *TII = nullptr;
  unsigned CopyBytes = 4;
  bool SharesAddresses = false;
  OpcodeShape Shape;       ///< That of the last call.
  std::vector<Kind> Kinds; ///< By opcode.
  llvm::DenseMap<Key, uint16_t> Known;
};
} // namespace mlgo
