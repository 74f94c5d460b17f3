// What registers cost a function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"
#include "EncodingModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class MachineBasicBlock;
class VirtRegMap;
} // namespace llvm

namespace mlgo {
/// What the numbers of registers cost a function that has been allocated but
/// not rewritten, in bytes. All is relative to a code in which nothing costs
/// anything, so that only differences mean something.
///
/// Ranges are virtual registers that have a register of AssignableRegisters,
/// by LLVM's index. Whoever assigns another one calls setNumber.
class InstructionBytes {
  struct Term;
  struct Instruction;
  struct ProfileSum;

public:
  /// By number: what a range costs there if nothing else changes.
  using Profile = std::array<int, AssignableRegisters::MaxNumbers>;

  InstructionBytes(EncodingModel &Model, AssignableRegisters &Registers)
      : Model(Model), Registers(Registers) {}

  /// Reads \p MF. False if it has an instruction that is to be left alone.
  bool read(const llvm::MachineFunction &MF, const llvm::VirtRegMap &VRM);

  unsigned numRanges() const { return unsigned(Places.size()); }
  /// The place of a range; none if it is no range.
  RegisterPlace place(unsigned Range) const { return Places[Range]; }
  llvm::ArrayRef<RegisterPlace> places() const { return Places; }
  /// Whether what LLVM adds to the function later depends on how far apart the
  /// writes of each register of the bank are.
  bool isFrozen(unsigned Bank) const { return Frozen[Bank]; }
  /// Whether LLVM may join instructions if \p Range stays where it is.
  bool isJoined(unsigned Range) const {
    return !Joined.empty() && Joined[Range];
  }
  void setNumber(unsigned Range, unsigned Number) {
    Places[Range].Number = uint8_t(Number);
  }
  /// Calls \p Do with the ranges whose profiles depend on that of \p Range, and
  /// \p Range itself, some more than once.
  template <typename Fn> void forEachNeighbour(unsigned Range, Fn Do) const {
    for (const unsigned Index : users(Range))
      for (const Term &T : termsOf(Instructions[Index]))
        if (T.Range != Term::Fixed)
          Do(T.Range);
  }

  /// The instructions that use \p Range.
  llvm::ArrayRef<unsigned> users(unsigned Range) const {
    return llvm::ArrayRef(Users).slice(FirstUser[Range],
                                       FirstUser[Range + 1] - FirstUser[Range]);
  }
  unsigned numInstructions() const { return unsigned(Instructions.size()); }
  int bytesOf(unsigned Index) const {
    return bytesOf(Instructions[Index], Term::None, 0);
  }
  Profile profile(unsigned Range) const;

  /// How many instructions are executed for this one, and where.
  int executions(unsigned Index) const;
  unsigned blockOf(unsigned Index) const { return Instructions[Index].Block; }
  /// Whether executions() depends on registers.
  bool mayVanish(unsigned Index) const { return Instructions[Index].MayVanish; }

private:
  /// An operand that matters. Registers that are no ranges have the number.
  struct Term {
    static constexpr unsigned Fixed = ~0u, None = ~1u;
    unsigned Range;
    uint8_t Number;
    EncodingRole Role;
  };
  /// An instruction that has ranges.
  struct Instruction {
    unsigned FirstTerm;
    unsigned Block;
    uint8_t NumTerms = 0;
    uint8_t Form = OpcodeShape::Plain;
    uint8_t PrefixBytes = 1;
    uint8_t EqualBytes = 0; ///< See bytesOf.
    bool NeedsAll = false;
    bool MayVanish = false;
    uint16_t Table = 0; ///< Of a short form.
  };

  void add(const llvm::MachineInstr &MI, const llvm::VirtRegMap &VRM);
  void addCopy(const llvm::MachineInstr &MI, const llvm::VirtRegMap &VRM,
               Instruction &To);
  void addPlain(const llvm::MachineInstr &MI, const OpcodeShape &Shape,
                const llvm::VirtRegMap &VRM, Instruction &To);
  void addShort(const llvm::MachineInstr &MI, const OpcodeShape &Shape,
                const llvm::VirtRegMap &VRM);
  void addTerm(const llvm::MachineOperand &MO, EncodingRole Role,
               const llvm::VirtRegMap &VRM);
  bool isNear(const llvm::MachineInstr &MI, unsigned Reach) const;
  void endAddresses(const llvm::MachineInstr &MI);
  void findOffsets(const llvm::MachineFunction &MF);
  uint8_t addressRole(const llvm::MachineInstr &MI,
                      const OpcodeShape &Shape) const;
  std::optional<uint8_t> savedByAdd(const llvm::MachineInstr &MI,
                                    const OpcodeShape &Shape) const;
  void findDependencies(const llvm::MachineInstr &MI);
  void indexUsers();

  /// The number of \p T, if \p Range has \p Number.
  unsigned numberOf(const Term &T, unsigned Range, unsigned Number) const {
    return T.Range == Range         ? Number
           : T.Range == Term::Fixed ? T.Number
                                    : Places[T.Range].Number;
  }
  unsigned numberOf(const Term &T) const { return numberOf(T, Term::None, 0); }
  int bytesOf(const Instruction &I, unsigned Range, unsigned Number) const;
  int shortBytesOf(const Instruction &I, unsigned Range, unsigned Number) const;
  void addShortProfile(const Instruction &I, unsigned Range,
                       ProfileSum &Sum) const;
  llvm::ArrayRef<Term> termsOf(const Instruction &I) const {
    return llvm::ArrayRef(Terms).slice(I.FirstTerm, I.NumTerms);
  }

  EncodingModel &Model;
  AssignableRegisters &Registers;
  const llvm::TargetRegisterInfo *TRI = nullptr;
  std::vector<RegisterPlace> Places; ///< By range.
  std::array<bool, RegisterPlace::NumBanks> Frozen = {};
  std::vector<bool> Joined; ///< By range, or empty.
  std::vector<Term> Terms;
  std::vector<Instruction> Instructions;
  std::vector<unsigned> Users, FirstUser;
  std::vector<unsigned> Offsets; ///< By block, about.
  /// Ranges that have been the address of an access in this block.
  llvm::SmallDenseSet<unsigned, 8> Addresses;
  unsigned Offset = 0; ///< Of what is read.
};
} // namespace mlgo
