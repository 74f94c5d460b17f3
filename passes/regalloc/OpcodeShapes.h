// How the bytes of instructions of x86-64 depend on registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"
#include "EncodingModel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCCodeEmitter.h"

namespace llvm {
class MCInst;
class TargetInstrInfo;
class TargetSubtargetInfo;
} // namespace llvm

namespace mlgo {
/// Finds out the shapes of opcodes of x86-64. The target's own encoder is
/// asked, once for each opcode: with registers that need no prefix and, an
/// operand after the other, with such that might. What a target does besides
/// that is known here by the names of its instructions: short forms that it
/// chooses when it writes code, and what its pseudo instructions become.
class OpcodeShapes final : public EncodingModel {
public:
  OpcodeShapes(const llvm::MachineFunction &MF,
               const AssignableRegisters &Registers);
  ~OpcodeShapes() override;

  const OpcodeShape &get(const llvm::MachineInstr &MI) override;
  bool hasPrefixes() const override { return true; }

private:
  OpcodeShape find(const llvm::MachineInstr &MI) const;
  OpcodeShape probe(const llvm::MachineInstr &MI) const;
  bool probeOperand(const llvm::MCInst &Usual, unsigned Operand,
                    unsigned Number, size_t UsualSize) const;
  void addShortForms(llvm::StringRef Name, OpcodeShape &Shape) const;
  size_t encode(const llvm::MCInst &Inst) const;
  llvm::MCRegister choose(unsigned Opcode, unsigned Operand,
                          unsigned Number) const;

  const llvm::TargetInstrInfo &TII;
  const llvm::TargetSubtargetInfo &Subtarget;
  const AssignableRegisters &Registers;
  std::unique_ptr<llvm::MCCodeEmitter> Encoder;
  std::vector<OpcodeShape> Shapes;
  std::vector<uint16_t> ByOpcode; ///< One more than the place in Shapes, or 0.
};
} // namespace mlgo
