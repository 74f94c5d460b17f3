//===- EvictionSession.h - Who decides the evictions of a module *- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EVICTIONSESSION_H
#define MLGO_PASSES_REGALLOC_EVICTIONSESSION_H

#include "AllocationScore.h"
#include "EvictionCounts.h"
#include "EvictionProblem.h"

#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/support/Result.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/LiveInterval.h"
#include "llvm/CodeGen/MachineFunction.h"

#include <functional>
#include <memory>
#include <vector>

namespace mlgo {

/// One eviction problem when it is decided. A column is a candidate's index,
/// but for the live range that asks: its column is the last of the inputs.
struct EvictionDecision {
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

/// Sees each decision before it is carried out, and may change it, and each
/// function's score. The trainer labels decisions this way; the plugin writes
/// logs.
class RegAllocObserver {
public:
  virtual ~RegAllocObserver() = default;

  /// Returns the column to choose; one that is not legal means the stock
  /// decision.
  virtual int64_t onDecision(const EvictionDecision &D) = 0;

  /// Called before the first decision of a function that has any.
  virtual void onFunction(const llvm::MachineFunction &MF) {}

  /// Called for each function after its allocation.
  virtual void onAllocated(const llvm::MachineFunction &MF,
                           const AllocationScore &Score) {}

  /// False if the inputs need not be gathered for its sake, which is most of
  /// the cost. May change at any time.
  virtual bool needsInputs() const { return true; }
};

/// What an EvictionSession is made of.
struct EvictionConfig {
  /// Its inputs are getEvictionInputs of any number of columns, with or without
  /// ours, and its output is one int64_t.
  std::unique_ptr<MLModelRunner> Runner;
  /// For functions with minsize, instead of Runner; null if that decides all.
  /// Has the same inputs.
  std::unique_ptr<MLModelRunner> SizeRunner;
  /// Answer with the stock decision; the runner only holds inputs.
  bool UseStockDecision = false;
  /// The runner looks at it, or it is to be counted where decisions differ.
  bool NeedsStockColumn = false;
  /// Each is told what the one before decided.
  std::vector<std::unique_ptr<RegAllocObserver>> Observers;
  /// Told what has kept the policy from deciding, each time; may be empty.
  std::function<void(const Error &)> OnFailure;
  /// Told each function's score when it has been allocated; may be empty.
  std::function<void(const llvm::MachineFunction &,
                     const llvm::MachineBlockFrequencyInfo &,
                     const AllocationScore &)>
      OnScore;
  /// Called with the counts when the module is done; may be empty.
  std::function<void(const EvictionCounts &)> OnExit;
};

/// Lives as long as one module is compiled. One thread at a time may use it.
struct EvictionSession {
  explicit EvictionSession(EvictionConfig Config) : Config(std::move(Config)) {}
  ~EvictionSession() {
    if (Config.OnExit)
      Config.OnExit(Counts);
  }

  EvictionConfig Config;
  EvictionCounts Counts;
};

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONSESSION_H
