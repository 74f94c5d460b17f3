// Which passes a program executes less without
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tune/PassTrials.h"
#include <atomic>

namespace mlgo {
/// What a search of passes found.
struct FoundPasses {
  std::string Decisions; ///< Text of a decisions file; empty: nothing helps.
  size_t Functions = 0;  ///< Without one pass at least.
  ExecutionCounts Before, After;
  size_t Trials = 0;
};

/// What a search may take; 0: any.
struct PassBudget {
  uint64_t Seconds = 0, Trials = 0;
  bool MayGrow = true; ///< The programs' text may.
  /// Set when it is to end with what it has; null: never.
  const std::atomic<bool> *Interrupted = nullptr;

  bool isInterrupted() const { return Interrupted && *Interrupted; }
};

/// Leaves out of each function that runs often those passes without which it
/// executes less: each alone first, then the best together, beside each other
/// in all functions. Every trial counts \p Program's workload. What it finds
/// executes less than with all passes.
Result<FoundPasses>
searchPasses(TriedProgram &Program, const PassBudget &Budget,
             const std::function<void(const std::string &)> &Tell);

/// What is told of \p Found.
std::string describe(const FoundPasses &Found);

/// What an execution costs, in fourths of an instruction: one that reads or
/// writes memory costs a fourth more.
uint64_t costOf(const ExecutionCounts &Counts);
} // namespace mlgo
