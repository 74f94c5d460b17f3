// Some of the decisions of a build, made again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "task/DecisionReplay.h"
#include "runner/DecisionFields.h"
#include "runner/RecordedDecision.h"
#include "runner/RecordedRegisters.h"
#include <set>

namespace mlgo {
namespace {
using Decisions = std::vector<ReplayedDecision>;

Status addCalls(const Task &T, const std::string &Record, Decisions &All) {
  std::set<std::string> Known;
  for (const RecordedDecision &Call : MLGO_TRY(parseRecordedDecisions(Record)))
    if (Call.Inlined != Call.stockInlines() &&
        Known.insert(Call.Site.key()).second)
      All.push_back({&T, Call.Site.Caller,
                     "the call of " + Call.Site.Callee + " (" + Call.Site.Path +
                         ") is " + (Call.Inlined ? "" : "not ") + "inlined",
                     Call.Site.key()});
  return Success();
}

/// All calls of the record, decided as there but for \p Inverted.
Result<std::string> formatCalls(const std::string &Record,
                                const std::set<std::string> &Inverted) {
  const InlineDecisions Known = MLGO_TRY(InlineDecisions::parse(Record));
  InlineDecisions::Map Sites = Known.sites();
  for (const std::string &Key : Inverted)
    if (const auto Site = Sites.find(Key); Site != Sites.end())
      Site->second = !Site->second;
  return InlineDecisions(std::move(Sites)).format();
}

Status addPasses(const Task &T, const std::string &Record, Decisions &All) {
  std::set<std::string> Known;
  std::string_view Lines = Record;
  while (!Lines.empty()) {
    std::string_view Rest = takeField(Lines, '\n');
    const std::string Line(Rest);
    if (takeField(Rest) != "0" || !Known.insert(Line).second)
      continue;
    const std::string Function = unescapeField(takeField(Rest));
    const std::string Pass(takeField(Rest));
    All.push_back(
        {&T, Function,
         "pass " + Pass + " is left out, occurrence " + std::string(Rest),
         Line});
  }
  return Success();
}

Status addRegisters(const Task &T, const std::string &Record, Decisions &All) {
  std::set<std::string> Known;
  for (const RecordedRegisters &R : MLGO_TRY(parseRecordedRegisters(Record)))
    if (Known.insert(R.Function).second)
      All.push_back({&T, unescapeField(R.Function),
                     std::to_string(R.Evictions) + " evictions differ, and " +
                         std::to_string(R.Exchanged) +
                         " registers are exchanged",
                     R.Function + "\t0\t0\t0"});
  All.push_back({&T, "",
                 "values stay in registers that a local callee does not change",
                 T.variable("CALLEES") + "=stock", true});
  All.push_back({&T, "", "constants are made in fewer bytes",
                 T.variable("STOCK_CONSTANTS") + "=1", true});
  return Success();
}

/// How the decisions of a task are made again.
struct Replayer {
  const char *TaskName;
  Status (*Add)(const Task &, const std::string &, Decisions &);
  /// In which mode a file of decisions counts: where stock decides all else, or
  /// where the policy decides in what the file names.
  const char *Mode;
  /// Whether such a file has the header of the task and lines of the record;
  /// or else calls with their answers.
  bool HasLines;
};

constexpr Replayer Replayers[] = {{"inline", addCalls, "default", false},
                                  {"gate", addPasses, "default", true},
                                  {"evict", addRegisters, "release", true}};

} // namespace

Result<Decisions> listDifferences(const RecordsByTask &Records) {
  Decisions All;
  for (const Replayer &R : Replayers) {
    const auto Record = Records.find(R.TaskName);
    if (Record == Records.end() || Record->second.empty())
      continue;
    const Task *T = MLGO_TRY(findTask(R.TaskName));
    MLGO_TRY(R.Add(*T, Record->second, All));
  }
  return All;
}

Result<DecisionReplay>
replayDecisions(const RecordsByTask &Records, const Decisions &All,
                const std::function<bool(size_t)> &IsMade) {
  DecisionReplay Replay;
  for (const Replayer &R : Replayers) {
    std::set<std::string> Inverted;
    const Task &T = *MLGO_TRY(findTask(R.TaskName));
    std::string Lines = T.decisionsHeader();
    Variables Off;
    bool MakesAny = false;
    for (size_t I = 0; I < All.size(); ++I) {
      const ReplayedDecision &D = All[I];
      if (D.OfTask->Name != R.TaskName)
        continue;
      MakesAny |= IsMade(I);
      if (D.IsRule && !IsMade(I))
        Off.emplace_back(D.Line.substr(0, D.Line.find('=')),
                         D.Line.substr(D.Line.find('=') + 1));
      else if (!D.IsRule && IsMade(I))
        Lines += D.Line + "\n";
      else if (!D.IsRule)
        Inverted.insert(D.Line);
    }
    if (!MakesAny)
      continue;
    Replay.Switches.insert(Replay.Switches.end(), Off.begin(), Off.end());
    Replay.Tasks[R.TaskName] = {
        R.Mode, R.HasLines
                    ? Lines
                    : MLGO_TRY(formatCalls(Records.at(R.TaskName), Inverted))};
  }
  return Replay;
}
} // namespace mlgo
