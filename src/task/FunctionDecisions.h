// What was decided of a function beside its calls
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "task/Task.h"
#include <map>

namespace mlgo {
/// Texts of what was recorded in a build, by the task's name; nothing empty.
struct DecisionRecords {
  std::map<std::string, std::string> ByTask;

  bool areEmpty() const { return ByTask.empty(); }
  const std::string &of(const Task &T) const;
};

/// What was decided, for people.
struct ToldDecision {
  std::string Short; ///< A few words.
  std::string Text;  ///< All of it, in a line.
};

/// What is otherwise than stock has it.
struct FunctionDecisions {
  /// By their names in decisions files, each once, as they came. Some are no
  /// passes: frame-pointer-elimination, jump-tables.
  std::vector<std::string> LeftOut;
  uint64_t Evictions = 0; ///< Decided otherwise.
  uint64_t Exchanged = 0; ///< Live ranges that got another register,
  int64_t SavedBytes = 0; ///< and what that saves, as modelled.

  size_t count() const { return LeftOut.size() + Evictions + Exchanged; }
  /// Adds what was decided of a namesake.
  void add(const FunctionDecisions &Other);
};

/// By function, as decisions files name it.
using DecisionsByFunction = std::map<std::string, FunctionDecisions>;

/// Reads the records of passes and of registers. Of several lines about the
/// registers of one function the last counts.
Result<DecisionsByFunction> parseDecisions(const DecisionRecords &Records);

/// \p Decided in short and in full, a line for each kind.
std::vector<ToldDecision> describe(const FunctionDecisions &Decided);
} // namespace mlgo
