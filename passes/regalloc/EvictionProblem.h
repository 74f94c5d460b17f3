// Which registers may be freed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "FreeRegisters.h"
#include "GreedyState.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlgo {
/// What LLVM's options say of evictions; its defaults if it has none such.
struct EvictionLimits {
  /// More live ranges than this in a register unit are too many to evict.
  unsigned MaxInterference = 10;
  /// How often a live range may be evicted without need.
  unsigned MaxEvictions = 100;

  static const EvictionLimits &get();
};

/// A register, or the live range that asks for one.
struct EvictionCandidate {
  llvm::MCRegister Register; ///< None for the live range that asks.
  bool IsHint = false;
  bool IsLegal = false; ///< May be chosen.
  unsigned NumUrgent = 0;
  int64_t NumLocal = 0;
  /// The live ranges that would be evicted, as often as they are in the way.
  llvm::SmallVector<const llvm::LiveInterval *, 4> Intervals;
};

/// What one live range could evict. All rules that keep allocation correct and
/// finite are here, out of the reach of any policy: what is fixed or done
/// stays, cascades grow except in urgent cases, and what was evicted too often
/// stays.
class EvictionProblem {
public:
  EvictionProblem(const AllocationContext &Context, const GreedyState &State)
      : Context(Context), State(State), Free(Context),
        Costs(Context.TRI.getRegisterCosts(Context.MF)) {}

  /// What the allocator asks.
  struct Question {
    const llvm::LiveInterval &VirtReg;
    /// How much of the allocation order counts; 0 is all.
    unsigned OrderLimit;
    /// True for registers that are not too expensive.
    llvm::function_ref<bool(llvm::MCRegister)> MayAllocate;
    const llvm::SmallVirtRegSet &Fixed;
    /// Nothing may be left as it is.
    bool MustEvict;
  };

  /// Collects the candidates of \p Q. False if there are more than \p Columns
  /// or the state of a live range is not known; then stock is to decide.
  bool collect(const Question &Q, size_t Columns);

  /// All but the last are registers in allocation order, hints first; the last
  /// one is the live range that asks.
  llvm::ArrayRef<EvictionCandidate> candidates() const {
    return llvm::ArrayRef(Candidates).take_front(NumCandidates);
  }
  /// Legal candidates, the live range that asks not counted.
  size_t numLegal() const { return NumLegal; }

  /// What a use costs in the cheapest register that is free as long as
  /// \p Range lives and is not part of \p From, or in the first one that costs
  /// at most \p Enough; nothing if none is free.
  std::optional<uint8_t> findCostElsewhere(const llvm::LiveInterval &Range,
                                           llvm::MCRegister From,
                                           uint8_t Enough);

  /// Counts what choosing candidate \p Index evicts.
  void recordChoice(size_t Index);

private:
  void addOrder(const Question &Q);
  EvictionCandidate &addCandidate(llvm::MCRegister Register, bool IsHint);
  bool checkUnit(const Question &Q, llvm::MCRegUnit Unit, EvictionCandidate &C);
  bool isUrgent(const llvm::LiveInterval &VirtReg,
                const llvm::LiveInterval &Other) const;

  const AllocationContext &Context;
  const GreedyState &State;
  FreeRegisters Free;
  const llvm::ArrayRef<uint8_t> Costs; ///< Of a use, by register.
  const EvictionLimits &Limits = EvictionLimits::get();
  /// The first NumCandidates are in use; the others keep their memory.
  std::vector<EvictionCandidate> Candidates;
  size_t NumCandidates = 0;
  size_t NumLegal = 0;
  bool IsLocal = false;
  bool IsComplete = true;
  llvm::DenseMap<llvm::Register, unsigned> Evictions;
};
} // namespace mlgo
