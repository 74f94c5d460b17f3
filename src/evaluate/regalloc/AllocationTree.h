// One allocation that forks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/regalloc/AllocationTrials.h"

namespace mlgo {
/// Those who answer in a function.
class AllocationCandidates {
public:
  virtual ~AllocationCandidates() = default;

  /// How many answer in \p Function; 0: it is of no interest.
  virtual size_t begin(const std::string &Function) = 0;
  /// What candidate \p I answers to question \p Number of the function.
  virtual int64_t answer(size_t I, uint64_t Number,
                         const AllocationQuestion &Q) = 0;
  virtual bool needsInputs(uint64_t Number) const { return true; }
};

/// Generates \p M's code as AllocationTask::decide says of \p Policy, forks
/// where candidates answer differently, and returns the scores of the functions
/// that \p All want.
Result<std::vector<FunctionResults>>
allocateForScores(AllocationModule &M, const AllocationTask &Task,
                  const std::string &Policy, AllocationCandidates &All);

/// The same for the sizes of \p M when the \p Count candidates answer in \p
/// Function, the only one that \p All want.
Result<FunctionResults>
allocateForSize(AllocationModule &M, const AllocationTask &Task,
                const std::string &Policy, AllocationCandidates &All,
                const std::string &Function, size_t Count);
} // namespace mlgo
