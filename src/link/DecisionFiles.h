// Where plugins note what they decide in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/BuildSummary.h"
#include "support/ShortNames.h"
#include "task/Task.h"

namespace mlgo {
/// Texts of what was recorded in a build, or empty.
struct DecisionRecords {
  std::string Calls;     ///< InlineDecisions, with inputs.
  std::string Passes;    ///< Decisions of the gate.
  std::string Registers; ///< RecordedRegisters.

  bool areEmpty() const {
    return Calls.empty() && Passes.empty() && Registers.empty();
  }
};

/// A task whose decisions people are told of.
struct ToldTask {
  const char *Name; ///< As findTask() knows it.
  const char *Noun; ///< What it decides, for people: "inlining".
  TaskCounts RunSummary::*Counts;
  std::string DecisionRecords::*Record;
  const char *RecordSuffix; ///< Behind the name of the file with calls.

  const Task &task() const { return **findTask(Name); }
};

/// All of them, in the order in which they are told of.
inline constexpr ToldTask ToldTasks[] = {
    {"inline", "inlining", &RunSummary::Inlining, &DecisionRecords::Calls, ""},
    {"evict", "evictions", &RunSummary::Evictions, &DecisionRecords::Registers,
     ".registers"},
    {"gate", "passes", &RunSummary::Passes, &DecisionRecords::Passes,
     ".passes"}};

/// Variables by which plugins count their decisions, in files whose names begin
/// with \p Base.
Variables countDecisionsIn(const std::string &Base);
/// The same for records: of calls in \p File, of others beside it.
Variables recordDecisionsIn(const std::string &File);

/// What a build noted so; what nobody has written was not there to be noted.
void readCounts(const std::string &Base, RunSummary &Summary);
DecisionRecords readRecords(const std::string &File);

/// Removes what builds before have noted.
void removeCounts(const std::string &Base);
void removeRecords(const std::string &File);
} // namespace mlgo
