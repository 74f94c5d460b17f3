// Some of the decisions of a build, made again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/ShortNames.h"
#include "task/Task.h"
#include <functional>
#include <map>

namespace mlgo {
/// What plugins recorded in a build, by the task's name.
using RecordsByTask = std::map<std::string, std::string>;

/// A decision that differs from stock's, or a rule for all functions.
struct ReplayedDecision {
  const Task *OfTask = nullptr;
  std::string Function; ///< Unescaped; empty: all.
  std::string Text;     ///< What was decided, for people.
  /// Of a call the key of its site, of a rule VARIABLE=VALUE that switches it
  /// off, of others the line of the record.
  std::string Line;
  bool IsRule = false;
};

/// Those of a build that left \p Records.
Result<std::vector<ReplayedDecision>>
listDifferences(const RecordsByTask &Records);

/// What a plugin is told of one task.
struct TaskReplay {
  const char *Mode = "default";
  std::string Decisions; ///< A decisions file; empty: none.
};

/// What plugins are told so that they make some decisions.
struct DecisionReplay {
  std::map<std::string, TaskReplay> Tasks; ///< By name; all others are stock's.
  Variables Switches;                      ///< Of rules that do not hold.
};

/// Those of \p All, which \p Records have, that \p IsMade says so of are made
/// again, and stock decides elsewhere.
Result<DecisionReplay>
replayDecisions(const RecordsByTask &Records,
                const std::vector<ReplayedDecision> &All,
                const std::function<bool(size_t)> &IsMade);
} // namespace mlgo
