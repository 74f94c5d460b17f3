// Which sets of passes are left out, by trying them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "EffortPlan.h"
#include "GateTrials.h"

namespace mlgo {
/// Has a session leave out of each function of one module what makes it
/// smallest: what is left out anyway, by a policy if there is one, then one set
/// after the other beside what was best so far. Sets that act where IR is
/// optimised are tried where inlining begins, the others where the pipeline
/// ends: a trial goes through no more than what it may change. No function is
/// larger, and no object, than without trials; where that cannot be measured,
/// all is decided without them.
class GateEffort {
public:
  /// Tries \p Sets, as many of them as \p Budget allows.
  GateEffort(std::vector<GateSet> Sets, EffortBudget Budget);

  /// Tries what acts in the pipeline of \p M, which is about to inline. Returns
  /// in the compiler and in each trial. An error: nothing is decided otherwise.
  Status begin(llvm::Module &M, GateSession &S);

  /// Tries what acts in code generation, which is next and is done by
  /// \p Machine; null: it is not known how. Returns in the
  /// compiler, and in trials of this object, which are to measure code.
  Status finish(llvm::Module &M, GateSession &S,
                const llvm::TargetMachine *Machine);

private:
  using Trials = std::vector<MeasuredObject>;

  std::optional<Trials> trySets(llvm::Module &M, GateSession &S,
                                const std::vector<GateSet> &Sets,
                                BestSets &Best,
                                const std::function<void(GateSession &)> &Also);
  std::optional<Status> confirm(llvm::Module &M, GateSession &S,
                                BestSets &Best);
  std::optional<Status> confirmCode(llvm::Module &M, GateSession &S,
                                    const MeasuredObject &Base, BestSets &Best);
  GateTrial describe(const GateSession &S, GateTrial Base,
                     const BestSets &Best) const;
  void noteMissing() const;

  std::vector<GateSet> Whole, Late;
  EffortBudget Budget;
  bool TriesLate = false; ///< In this process.
  /// What was found for code generation where inlining began.
  std::optional<GateTrial> Later;
  /// In a trial that tries: what is decided without trials.
  std::optional<MeasuredObject> Reference;
  /// What another machine might allow.
  std::optional<Error> Missing;
};

/// Of IR, the same with -g.
uint64_t countInstructions(const llvm::Function &F);
} // namespace mlgo
