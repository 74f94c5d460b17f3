// Modules in parts, ready for trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/Trials.h"
#include "evaluate/regalloc/AllocationModule.h"

namespace mlgo {
/// What \p Trial, all candidates in one module, returns in a fork.
template <typename T>
Result<T> inAllocationFork(const std::function<Result<T>()> &Trial) {
  constexpr unsigned Seconds = 3600;
  return tryInFork<T>("allocation", Seconds, Trial);
}

/// Some functions of a module that have a question. Kept as bytes, and read and
/// used in forks: forking a process takes as long as it is large, and measuring
/// forks for each function.
struct AllocationPart {
  std::string Bitcode;                  ///< Optimised.
  std::map<std::string, double> Stock;  ///< Scores or bytes.
  std::map<std::string, size_t> Places; ///< Where functions are in the module.
  /// Blocks that the program executes, where scores are cycles.
  uint64_t ProgramBlocks = 0;
};

/// The functions of the module at \p Place that have a question, and a score
/// if that is the goal; for cycles, those that take at least about a thousandth
/// of what their program executes.
Result<std::vector<AllocationPart>>
splitForAllocation(const AllocationTask &Task, AllocationGoal Goal,
                   const TrialPlace &Place);
} // namespace mlgo
