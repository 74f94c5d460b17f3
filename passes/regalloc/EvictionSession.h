// Who decides the evictions of a module
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "AllocationCounts.h"
#include "AllocationSession.h"
#include "EvictionProblem.h"
#include "llvm/CodeGen/LiveInterval.h"

namespace mlgo {
/// One eviction problem when it is decided. A column is a candidate's index,
/// but for the live range that asks: its column is the last of the inputs.
struct EvictionDecision {
  using Answer = int64_t; ///< A column.
  using Logged = Answer;

  const llvm::MachineFunction &Function;
  const llvm::LiveInterval &VirtReg; ///< What needs a register.
  /// How many problems of this function came before, in this allocation.
  uint64_t Index;
  /// What may be chosen and what that evicts; candidate I is column I, the last
  /// candidate column keepColumn().
  llvm::ArrayRef<EvictionCandidate> Candidates;
  /// The tensors of getEvictionInputs; they are filled if any observer needs
  /// them or a policy was asked.
  MLModelRunner &Inputs;
  /// What the stock advisor says. Rarely this is no legal column: LLVM limits
  /// policies in more ways than its own heuristic.
  int64_t StockDecision = -1;
  bool HasStockDecision = false; ///< Observers always have it.
  int64_t Decision = -1;         ///< What will be done.

  int64_t keepColumn() const {
    return static_cast<int64_t>(Inputs.inputs()[0].getElementCount()) - 1;
  }
  /// The candidate of \p Column, or null if there is none.
  const EvictionCandidate *candidate(int64_t Column) const {
    if (Column == keepColumn())
      return &Candidates.back();
    return Column >= 0 && Column + 1 < static_cast<int64_t>(Candidates.size())
               ? &Candidates[Column]
               : nullptr;
  }
  bool isLegal(int64_t Column) const {
    const EvictionCandidate *C = candidate(Column);
    return C && C->IsLegal;
  }
};

/// What happened to the evictions of a module.
struct EvictionCounts : AllocationCounts {
  uint64_t Evicted = 0; ///< The decision was to free a register.
  uint64_t Guarded = 0; ///< The answer was slow in a loop and was replaced.
  /// Live ranges that got another register afterwards (RegisterSearch),
  uint64_t Reassigned = 0;
  int64_t SavedBytes = 0; ///< and the bytes that this saves, as modelled.
};

inline std::string formatCounts(const EvictionCounts &S) {
  return formatCounts(S, " evicted=" + std::to_string(S.Evicted) +
                             " guarded=" + std::to_string(S.Guarded) +
                             " reassigned=" + std::to_string(S.Reassigned) +
                             " saved=" + std::to_string(S.SavedBytes));
}

using RegAllocObserver = AllocationObserver<EvictionDecision>;
using EvictionConfig = AllocationConfig<EvictionDecision, EvictionCounts>;
using EvictionSession = AllocationSession<EvictionConfig>;
} // namespace mlgo
