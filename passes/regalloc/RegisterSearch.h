// Searches an assignment that needs fewer bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CalleeSaves.h"
#include "InstructionBytes.h"
#include "RegisterOccupancy.h"
#include "llvm/CodeGen/LiveInterval.h"
#include <random>

namespace llvm {
class LiveIntervals;
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
/// that it assigns is free.
///
/// No block that runs more often than the function gets more instructions than
/// it had, and in a function that is compiled for speed no block at all; nor
/// does a function save more registers than before.
class RegisterSearch {
public:
  struct Analyses {
    const llvm::MachineFunction &MF;
    llvm::LiveIntervals &LIS;
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
  using Numbers = InstructionBytes::Profile;
  static constexpr unsigned MaxNumbers = AssignableRegisters::MaxNumbers;

  void runWild();
  void runExact();
  void findPossible();
  void findHotBlocks();
  void findEarlyReturns();

  void permuteSaves();
  bool tryExchange(unsigned A, unsigned B, llvm::ArrayRef<unsigned> InA,
                   llvm::ArrayRef<unsigned> InB);

  bool improveAll();
  bool improve(unsigned Range);
  bool tryMove(unsigned Range, unsigned To);
  bool tryEject(unsigned Range, unsigned To, int Gain);
  std::optional<int> leastLoss(unsigned Range, unsigned Freed);
  bool tryVacate(unsigned Number);
  bool place(unsigned Range, unsigned Avoided, int &Limit);
  bool isBetterThan(llvm::ArrayRef<unsigned> Ranges,
                    llvm::ArrayRef<unsigned> Before);
  void restore(llvm::ArrayRef<unsigned> Ranges,
               llvm::ArrayRef<unsigned> Before);
  /// The bytes of \p Range by number.
  const Numbers &profile(unsigned Range);
  /// The same with saves.
  Numbers costs(unsigned Range);
  /// The numbers that cost \p Range less than \p Limit, if nothing fixed takes
  /// them and they save no more registers: the cheapest first.
  llvm::SmallVector<uint8_t, 16> cheaper(unsigned Range, const Numbers &Costs,
                                         int Limit) const;
  NumberSet usedAfter(unsigned From, unsigned To) const;
  bool mayGo(unsigned Range, unsigned To) const;

  const llvm::LiveInterval &interval(unsigned Range) const;
  const AssignableRegisters::Row &row(unsigned Range) const;
  unsigned number(unsigned Range) const { return Bytes.place(Range).Number; }
  bool isGeneral(unsigned Range) const {
    return Bytes.place(Range).Bank == RegisterPlace::General;
  }
  /// Ranges that have left keep their number, but others may take it.
  void leave(unsigned Range);
  void enter(unsigned Range, unsigned Number);
  /// Changes what is modelled, but not what is taken.
  void setNumber(unsigned Range, unsigned Number);

  /// Instructions of some ranges, and what they were before a change.
  struct Difference;

  const Analyses With;
  AssignableRegisters &Registers;
  InstructionBytes &Bytes;
  const llvm::MachineRegisterInfo &MRI;
  const unsigned NumNumbers; ///< Of a bank.
  const CalleeSaves Saves;
  RegisterOccupancy Occupancy;
  std::optional<std::mt19937_64> Wild;
  bool MayComeToSaves = true; ///< From registers that need not be saved.
  std::vector<bool> IsHot;    ///< By block.
  std::array<int, MaxNumbers> NumUsers = {}; ///< Ranges of general registers.
  NumberSet Used = 0;     ///< Numbers that have some, as bits.
  Numbers SaveCosts = {}; ///< Of one number more, if UsedThere are used.
  std::optional<NumberSet> UsedThere;
  std::vector<unsigned> Movable;
  std::vector<NumberSet> Possible; ///< Numbers by range, as bits.
  std::vector<bool> HasLeft;       ///< By range.
  std::vector<Numbers> Profiles;   ///< By range, as far as known.
  std::vector<bool> HasProfile;
  std::vector<unsigned> Seen; ///< By instruction, the last difference.
  unsigned NumDifferences = 0;
  int64_t SavedBytes = 0;
};
} // namespace mlgo
