// How the bytes of an instruction depend on its registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"
#include "EncodingRoles.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCCodeEmitter.h"
#include <memory>

namespace llvm {
class MachineInstr;
class MCInst;
class TargetInstrInfo;
class TargetSubtargetInfo;
} // namespace llvm

namespace mlgo {
/// How the bytes of an opcode's instructions depend on their registers.
struct OpcodeShape {
  enum FormKind : uint8_t {
    Opaque, ///< Nothing is known, or nothing depends on registers.
    Plain,
    Copy,    ///< No bytes at all if both registers are the same.
    Address, ///< `lea`: a byte less if both registers are the same.
  };
  static constexpr unsigned MaxOperands = 8;
  static constexpr int8_t None = -1;

  uint8_t Form = Opaque;
  uint8_t PrefixBytes = 1;
  /// The prefix is needed only if all registers that may need it do.
  bool NeedsAll = false;
  int8_t Memory = None; ///< The first of the operands of an address.
  /// The constant that a short form of the accumulator has, if the operand
  /// before it is the accumulator; it must not fit into a byte if
  /// HasByteForm.
  int8_t Constant = None;
  bool HasByteForm = false;
  /// Bytes less if operands 0 and 1 both are the accumulator.
  uint8_t AccumulatorPair = 0;
  std::array<uint8_t, MaxOperands> Prefix = {}; ///< EncodingRole::PrefixKind.
};

/// Finds out the shapes of opcodes. The target's own encoder is asked, once for
/// each opcode: with registers that need no prefix and, an operand after the
/// other, with such that might. What a target does besides that is known here
/// by the names of its instructions: short forms that it chooses when it writes
/// code, and what its pseudo instructions become.
class OpcodeShapes {
public:
  OpcodeShapes(const llvm::MachineFunction &MF,
               const AssignableRegisters &Registers);
  ~OpcodeShapes();

  const OpcodeShape &get(const llvm::MachineInstr &MI);

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
