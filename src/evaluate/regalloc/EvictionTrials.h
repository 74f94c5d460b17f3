//===- EvictionTrials.h - Other evictions tried in forks --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONTRIALS_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONTRIALS_H

#include "EvictionSession.h"

#include "mlgo/support/ProcessPool.h"

#include <optional>
#include <string>

namespace mlgo {

/// What a trial has come to.
struct EvictionTrialOutcome {
  double Score = 0;      ///< Of the function.
  uint64_t Problems = 0; ///< How many it has had.
  int64_t Column = -1;   ///< What the child has noted.
};

/// Tries other decisions in the middle of an allocation: the process forks, the
/// child finishes the allocation of this function alone, reports its score and
/// ends. A trial costs what is left of one function's allocation.
class EvictionTrials : public RegAllocObserver {
protected:
  /// Forks. In the child it returns true: decide otherwise from now on. In the
  /// parent it returns false when the child has ended; see outcome().
  bool beginTrial();
  /// Of the last trial; none if it has crashed or was too slow.
  const std::optional<EvictionTrialOutcome> &outcome() const { return Last; }
  bool isTrial() const { return Self.IsChild; }
  /// What the child wants to tell beside its score.
  void note(int64_t Column) { Noted = Column; }

  /// Which problem of the function is next or being decided.
  uint64_t problem() const { return Problem; }

  /// A function begins: its first problem is about to be decided.
  virtual void beginFunction(const llvm::MachineFunction &MF) {}
  virtual int64_t decide(const EvictionDecision &D) = 0;
  /// Not called in trials.
  virtual void endFunction(const llvm::MachineFunction &MF, double Score) {}
  /// Whether inputs are needed at problem(); always asked for the first.
  virtual bool needsInputsNow() const { return true; }

private:
  int64_t onDecision(const EvictionDecision &D) final;
  void onFunction(const llvm::MachineFunction &MF) final;
  void onAllocated(const llvm::MachineFunction &MF,
                   const AllocationScore &Score) final;
  bool needsInputs() const final { return !InFunction || needsInputsNow(); }

  ForkedProcess Self;
  std::optional<EvictionTrialOutcome> Last;
  int64_t Noted = -1;
  uint64_t Problem = 0;
  bool InFunction = false;
};

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONTRIALS_H
