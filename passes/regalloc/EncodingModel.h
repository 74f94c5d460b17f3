// How the bytes of instructions depend on registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "EncodingRoles.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/CodeGen/Register.h"
#include <array>
#include <memory>
#include <vector>

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace mlgo {
class AssignableRegisters;

/// How the bytes of instructions of a kind depend on their registers.
struct OpcodeShape {
  enum FormKind : uint8_t {
    Opaque, ///< Nothing is known, or nothing depends on registers.
    Plain,
    Copy,    ///< No bytes at all if both registers are the same.
    Address, ///< `lea`: a byte less if both registers are the same.
    Short,   ///< Two bytes less for some registers, as a table says.
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
  /// The operands that a short form asks for, and its table.
  std::array<int8_t, ShortForm::MaxTerms> Terms = {None, None, None};
  uint16_t Table = 0;
  /// The short form reaches as many bytes; 0 if it has no target.
  uint16_t Reach = 0;
  /// The place in Terms of an address for which LLVM later takes a low register
  /// if more accesses in the block need it.
  int8_t Shared = None;
};

/// All that differs by target when instructions are measured.
class EncodingModel {
public:
  /// The one for the target of \p MF. \p Registers has to live as long.
  static std::unique_ptr<EncodingModel>
  create(llvm::MachineFunction &MF, const AssignableRegisters &Registers);
  virtual ~EncodingModel();

  /// From now on instructions are of \p MF, in which an instruction may be
  /// tried that nobody else sees.
  virtual void begin(llvm::MachineFunction &) {}

  /// The shape of \p MI, valid until the next call.
  virtual const OpcodeShape &get(const llvm::MachineInstr &MI) = 0;

  /// Calls \p Do with registers that LLVM may join instructions by if they stay
  /// as they are.
  virtual void findJoined(const llvm::MachineFunction &MF,
                          llvm::function_ref<void(llvm::Register)> Do) const {}

  /// Whether some registers need prefixes.
  virtual bool hasPrefixes() const { return false; }
  /// The bytes of a copy of usual size, without a prefix.
  virtual unsigned copyBytes() const { return 2; }

  /// Whether some shapes have a Reach.
  virtual bool hasReach() const { return false; }

  /// Whether the form of a table is short, by index of ShortForm.
  bool isShort(unsigned Table, unsigned Index) const {
    return Tables[Table] >> Index & 1;
  }

protected:
  /// The number of \p Table, the same for equal ones; 0 for none.
  uint16_t addTable(uint64_t Table);

private:
  std::vector<uint64_t> Tables = {0};
};
} // namespace mlgo
