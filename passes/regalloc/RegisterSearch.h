// Searches an assignment that needs fewer bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CalleeSaves.h"
#include "InstructionBytes.h"
#include "llvm/CodeGen/LiveInterval.h"
#include <random>

namespace llvm {
class LiveIntervals;
class LiveRegMatrix;
class MachineBlockFrequencyInfo;
} // namespace llvm

namespace mlgo {
/// What a search has done to a function.
struct AssignmentCounts {
  uint64_t Reassigned = 0; ///< Ranges that have another register than before.
  int64_t SavedBytes = 0;  ///< As modelled.
};

/// Gives the live ranges of a function that has been allocated, but not
/// rewritten, other registers, so that its instructions need fewer bytes. All
/// that it assigns is what LLVM's matrix calls free.
///
/// No block that runs more often than the function gets more instructions than
/// it had, and in a function that is compiled for speed no block at all; nor
/// does a function save more registers than before.
class RegisterSearch {
public:
  struct Analyses {
    const llvm::MachineFunction &MF;
    llvm::LiveIntervals &LIS;
    llvm::LiveRegMatrix &Matrix;
    llvm::VirtRegMap &VRM;
    const llvm::MachineBlockFrequencyInfo &MBFI;
  };

  /// \p Bytes has read the function. With \p Seed nothing is searched: some
  /// legal assignment is drawn, to test that it does the same.
  RegisterSearch(const Analyses &With, AssignableRegisters &Registers,
                 InstructionBytes &Bytes,
                 std::optional<uint64_t> Seed = std::nullopt);

  AssignmentCounts run();

private:
  using Numbers = std::array<int, AssignableRegisters::NumNumbers>;

  void runWild();
  void runExact();
  void findHotBlocks();
  void findEarlyReturns();
  bool isCleanSave(unsigned Number) const;

  void permuteSaves();
  bool tryExchange(unsigned A, unsigned B);
  bool fitsIn(llvm::ArrayRef<unsigned> Ranges, unsigned Number);
  void carryOut();

  bool improveAll();
  bool improve(unsigned Range);
  bool tryMove(unsigned Range, unsigned To, llvm::MCRegister Reg);
  bool tryEject(unsigned Range, unsigned To, llvm::MCRegister Reg, int Gain);
  bool findEjected(unsigned Range, llvm::MCRegister Reg,
                   llvm::SmallVectorImpl<unsigned> &Ejected) const;
  std::optional<int> leastLoss(unsigned Range, unsigned Avoided) const;
  bool tryVacate(unsigned Number);
  /// Assigns what is free and costs least, but not \p Avoided.
  bool place(unsigned Range, unsigned Avoided);
  void restore(llvm::ArrayRef<unsigned> Ranges,
               llvm::ArrayRef<llvm::MCRegister> Before);
  /// What \p Range costs by number, saves with it.
  Numbers costs(unsigned Range) const;
  uint16_t usedAfter(unsigned From, unsigned To) const;
  bool mayGo(unsigned Range, unsigned To) const;

  const llvm::LiveInterval &interval(unsigned Range) const;
  const AssignableRegisters::Row &row(unsigned Range) const;
  void assign(unsigned Range, llvm::MCRegister Reg);
  void unassign(unsigned Range);
  void setNumber(unsigned Range, unsigned Number);

  /// Instructions of some ranges, and what they were before a change.
  struct Difference;
  bool isAllowed(Difference &D) const;

  const Analyses With;
  AssignableRegisters &Registers;
  InstructionBytes &Bytes;
  const llvm::MachineRegisterInfo &MRI;
  const llvm::TargetRegisterInfo &TRI;
  const CalleeSaves Saves;
  std::optional<std::mt19937_64> Wild;
  bool MayComeToSaves = true; ///< From registers that need not be saved.
  std::vector<bool> IsHot;    ///< By block.
  Numbers NumUsers = {};      ///< Ranges of general registers.
  uint16_t Used = 0;          ///< Numbers that have some, as bits.
  std::vector<unsigned> Movable;
  std::vector<unsigned> Seen; ///< By instruction, the last difference.
  unsigned NumDifferences = 0;
};
} // namespace mlgo
