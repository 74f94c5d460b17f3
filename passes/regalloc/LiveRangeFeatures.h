// What a register's ranges cost to evict
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationContext.h"
#include "EvictionInputs.h"
#include "GreedyState.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlgo {
/// Sums up the live ranges that a column stands for, as LLVM's advisor does:
/// what the instructions of a range add up to is counted once a function, also
/// if the range shrinks later.
class LiveRangeFeatures {
public:
  LiveRangeFeatures(const AllocationContext &Context, const GreedyState &State)
      : Context(Context), State(State) {}

  /// All values but IsHint, IsLocal and NumUrgent.
  EvictionColumn describe(llvm::ArrayRef<const llvm::LiveInterval *> Intervals);

  /// Says what a use of a range costs in the register that it would move to,
  /// or in one that costs no more than the second; nothing if it cannot.
  using FindCostElsewhere = llvm::function_ref<std::optional<uint8_t>(
      const llvm::LiveInterval &, uint8_t)>;

  /// The inputs of our own of a column that \p Intervals stand for, which
  /// \p VirtReg asks for; its register cost is known.
  void describeCosts(llvm::ArrayRef<const llvm::LiveInterval *> Intervals,
                     const llvm::LiveInterval &VirtReg, FindCostElsewhere Find,
                     EvictionColumn &Column);

  /// How often \p Intervals are accessed in loops for each run of the function:
  /// memory accesses there, if they lose their registers.
  float loopAccesses(llvm::ArrayRef<const llvm::LiveInterval *> Intervals);

private:
  /// What the instructions of one range add up to.
  struct Uses {
    double Reads = 0;
    double Writes = 0;
    double ReadWrites = 0;
    double InductionUpdates = 0;
    double HintWeights = 0;
    int64_t NumDefsAndUses = 0;
    int64_t NumReads = 0; ///< Instructions, as the next.
    int64_t NumWrites = 0;
    float HottestFrequency = 0;
    float LoopAccesses = 0; ///< In blocks that run more often than the entry.
    bool IsRematerializable = false;

    /// What the score would have to count.
    double spillCost() const;
    /// What the code would grow by.
    double spillBytes() const;
    /// What encodings grow by in a register whose uses cost \p Cost.
    double encodingBytes(int64_t Cost) const;
  };

  const Uses &getUses(const llvm::LiveInterval &Interval);
  Uses countUses(const llvm::LiveInterval &Interval) const;
  void addUse(const llvm::MachineInstr &MI, const llvm::LiveInterval &Interval,
              Uses &Sum) const;
  void describeSpan(llvm::ArrayRef<const llvm::LiveInterval *> Intervals,
                    EvictionColumn &Column) const;

  const AllocationContext &Context;
  const GreedyState &State;
  llvm::DenseMap<llvm::Register, Uses> Cache;
};
} // namespace mlgo
