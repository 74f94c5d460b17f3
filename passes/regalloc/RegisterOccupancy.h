// Which registers are taken while a live range lives
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AssignableRegisters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/SlotIndexes.h"

namespace llvm {
class LiveInterval;
class LiveIntervals;
class LiveRange;
class VirtRegMap;
} // namespace llvm

namespace mlgo {
/// Which registers are taken while a live range lives, in a function that has
/// been allocated but not rewritten. A range takes all parts of its register
/// as long as any part of it lives, so that what is free here is free for
/// LLVM's LiveRegMatrix, too.
///
/// LiveRegMatrix itself is not asked: greedy shortens ranges after it has
/// assigned them, so that the matrix may contain what no range has; and this
/// answers for all registers of a bank at once.
class RegisterOccupancy {
public:
  /// No function with more ranges than this can be asked about.
  static constexpr unsigned MaxRanges = 60'000;

  /// Places are by range, that is, by LLVM's index of virtual registers.
  RegisterOccupancy(const llvm::MachineFunction &MF, llvm::LiveIntervals &LIS,
                    const llvm::VirtRegMap &VRM,
                    const AssignableRegisters &Registers,
                    llvm::ArrayRef<RegisterPlace> Places);

  bool isEmpty(unsigned Range) const { return segments(Range).empty(); }

  /// Whether \p Range is not empty and has its register for itself. Others
  /// never move.
  bool isMovable(unsigned Range) const { return Movable[Range]; }

  /// Numbers of its bank that no fixed use and no call takes from \p Range, as
  /// bits.
  NumberSet possible(unsigned Range) const { return Possible[Range]; }

  /// Numbers of its bank that movable ranges have while \p Range lives, its own
  /// among them.
  NumberSet taken(unsigned Range) const {
    return scan(Taken, Range) >> shift(Bank[Range]) & AllNumbers;
  }

  /// Adds the ranges that have \p Number while \p Range lives, each once. Stops
  /// when there are more than \p Max.
  void findOwners(unsigned Range, unsigned Number, unsigned Max,
                  llvm::SmallVectorImpl<unsigned> &Owners) const;

  /// Says that \p Range, which is movable, has or has not \p Number, which
  /// must be free.
  void add(unsigned Range, unsigned Number);
  void remove(unsigned Range, unsigned Number);

private:
  /// Points of time, of which there are as many as ranges begin or end at.
  struct Segment {
    unsigned Begin, End;
  };
  /// A bit for each register of both banks, or of one that has 32.
  using Set = uint32_t;

  unsigned shift(uint8_t Bank) const { return Bank * NumNumbers; }
  Set bit(RegisterPlace P) const {
    return Set(1) << (shift(P.Bank) + P.Number);
  }
  template <typename Fn> void forEachRoot(Fn Do) const;
  template <typename Fn> void forEachFixed(Fn Do) const;
  void countPoints();
  void addFixed();
  void addRange(unsigned Range);
  Set scan(const std::vector<Set> &Sets, unsigned Range) const;
  llvm::ArrayRef<Segment> segments(unsigned Range) const {
    return llvm::ArrayRef(Segments).slice(
        FirstSegment[Range], FirstSegment[Range + 1] - FirstSegment[Range]);
  }
  unsigned point(llvm::SlotIndex Index) const;
  size_t ownerIndex(uint8_t Bank, unsigned Number) const {
    return size_t(shift(Bank) + Number) * NumPoints;
  }

  const llvm::MachineFunction &MF;
  llvm::LiveIntervals &LIS;
  const llvm::VirtRegMap &VRM;
  const AssignableRegisters &Registers;
  const llvm::SlotIndex Zero;
  const unsigned NumNumbers;  ///< Of a bank,
  const NumberSet AllNumbers; ///< and these as bits.
  uint8_t NumBanks = 0;       ///< That have ranges.
  unsigned NumPoints = 0;
  /// LLVM's slots that are points, as bits, and the points before each word.
  std::vector<uint64_t> SlotBits;
  std::vector<unsigned> PointsBefore;
  std::vector<Set> Fixed, Taken; ///< By point.
  std::vector<uint16_t> Owners;  ///< By register and point.
  std::vector<Segment> Segments;
  std::vector<unsigned> FirstSegment; ///< By range, as all that follow.
  std::vector<uint8_t> Bank;
  std::vector<bool> Movable;
  std::vector<NumberSet> Possible;
};
} // namespace mlgo
