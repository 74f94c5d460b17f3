// Functions allocated in many ways
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Candidates - policies, or changes to decisions - share one process until they
// first answer differently in a function. There it forks, and the fork finishes
// that function alone. What is found is that of whole allocations under one
// candidate.

#pragma once

#include "evaluate/regalloc/AllocationModule.h"

namespace mlgo {
/// One function in one allocation.
struct FunctionAllocation {
  std::string Name;
  uint64_t Questions = 0; ///< Questions of the task that was decided.
  double Score = 0;
};

/// Generates \p M's code as \p Policy, the bytes of a model file, decides \p
/// Task, or as stock does if they are empty. Returns all functions, those
/// without a question too. Uses \p M up, as all that follow.
Result<std::vector<FunctionAllocation>>
measureAllocations(AllocationModule &M, const AllocationTask &Task,
                   const std::string &Policy);

/// One function under several candidates: scores, or the bytes of its module.
struct FunctionResults {
  std::string Name;
  /// By candidate; none if its allocation has crashed or was too slow.
  std::vector<std::optional<double>> Results;
};

/// Scores of all functions with a question under each of \p Policies.
Result<std::vector<FunctionResults>>
measurePolicies(AllocationModule &M, const AllocationTask &Task,
                const std::vector<std::string> &Policies);

/// The bytes that \p M's code comes to if \p Function is allocated as each of
/// \p Policies would and all others as stock has it. A fork also generates all
/// code that is left: \p M should have few functions besides.
Result<FunctionResults> measureSizes(AllocationModule &M,
                                     const AllocationTask &Task,
                                     const std::string &Function,
                                     const std::vector<std::string> &Policies);

/// Decisions of a function by the number of the question.
using DecisionMap = std::map<uint64_t, int64_t>;

/// How to allocate a function.
struct FunctionReplay {
  DecisionMap Base; ///< Where it has none, or an illegal one, the policy's.
  std::vector<DecisionMap> Moves; ///< Changes to Base.
  std::vector<uint64_t> InputsAt; ///< Questions whose inputs are wanted.
};

/// One question of a replay.
struct ReplayedQuestion {
  int64_t Decision = -1;           ///< Below 0: none of Choices.
  uint64_t Choices = 0;            ///< See AllocationQuestion.
  std::vector<std::string> Inputs; ///< Tensors, if they were wanted.
};

/// One function under a FunctionReplay.
struct ReplayedFunction {
  std::string Name;
  std::optional<double> Result; ///< Under the base: score, or bytes.
  std::vector<std::optional<double>> Moves;
  std::vector<ReplayedQuestion> Questions; ///< Under the base.
};

/// Replays functions of \p M by name; \p Policy decides what they do not. For
/// size \p Replays is to have one function.
Result<std::vector<ReplayedFunction>>
replayAllocations(AllocationModule &M, const AllocationTask &Task,
                  AllocationGoal Goal, const std::string &Policy,
                  const std::map<std::string, FunctionReplay> &Replays);
} // namespace mlgo
