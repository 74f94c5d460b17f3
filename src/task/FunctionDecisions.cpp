// What was decided of a function beside its calls
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "task/FunctionDecisions.h"
#include "runner/DecisionFields.h"
#include "runner/RecordedRegisters.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
static void addOnce(Strings &To, const std::string &Name) {
  if (std::find(To.begin(), To.end(), Name) == To.end())
    To.push_back(Name);
}

static bool takeName(Strings &From, const char *Name) {
  const auto Found = std::find(From.begin(), From.end(), Name);
  if (Found == From.end())
    return false;
  From.erase(Found);
  return true;
}

void FunctionDecisions::add(const FunctionDecisions &Other) {
  for (const std::string &Name : Other.LeftOut)
    addOnce(LeftOut, Name);
  Evictions += Other.Evictions;
  Exchanged += Other.Exchanged;
  SavedBytes += Other.SavedBytes;
}

const std::string &DecisionRecords::of(const Task &T) const {
  static const std::string None;
  const auto Found = ByTask.find(T.Name);
  return Found == ByTask.end() ? None : Found->second;
}

static void readLeftOut(std::string_view Lines, DecisionsByFunction &All) {
  while (!Lines.empty()) {
    std::string_view Line = takeField(Lines, '\n');
    if (takeField(Line) != "0")
      continue;
    const std::string Function = unescapeField(takeField(Line));
    addOnce(All[Function].LeftOut, std::string(takeField(Line)));
  }
}

static Status readRegisters(const std::string &Text, DecisionsByFunction &All) {
  for (const RecordedRegisters &R : MLGO_TRY(parseRecordedRegisters(Text))) {
    FunctionDecisions &Decided = All[unescapeField(R.Function)];
    Decided.Evictions = R.Evictions;
    Decided.Exchanged = R.Exchanged;
    Decided.SavedBytes = R.SavedBytes;
  }
  return Success();
}

Result<DecisionsByFunction> parseDecisions(const DecisionRecords &Records) {
  DecisionsByFunction All;
  for (const auto &[Task, Text] : Records.ByTask)
    if (Task == "gate")
      readLeftOut(Text, All);
    else if (Task == "evict")
      MLGO_TRY(readRegisters(Text, All));
  return All;
}

std::vector<ToldDecision> describe(const FunctionDecisions &Decided) {
  std::vector<ToldDecision> All;
  Strings Passes = Decided.LeftOut;
  const bool HasFramePointer = takeName(Passes, "frame-pointer-elimination");
  const bool HasNoTables = takeName(Passes, "jump-tables");
  // The evictions themselves are counted.
  Passes.erase(std::remove_if(Passes.begin(), Passes.end(),
                              [](const std::string &Name) {
                                return startsWith(Name, "evictions-");
                              }),
               Passes.end());
  if (!Passes.empty())
    All.push_back(
        {std::to_string(Passes.size()) +
             (Passes.size() == 1 ? " pass left out" : " passes left out"),
         "passes left out: " + joinText(Passes, ", ")});
  if (HasFramePointer)
    All.push_back({"frame pointer",
                   "frame pointer: kept in rbp, which stock leaves out; the "
                   "unwind table is shorter"});
  if (HasNoTables)
    All.push_back({"no jump tables",
                   "jump tables: left out; stock may make them of a switch"});
  if (Decided.Evictions)
    All.push_back({countThings(Decided.Evictions, "eviction"),
                   "evictions: " + std::to_string(Decided.Evictions) +
                       " differ from LLVM's"});
  if (Decided.Exchanged) {
    const auto Bytes = static_cast<uint64_t>(std::llabs(Decided.SavedBytes));
    const std::string Saved = countThings(Bytes, "byte") +
                              (Decided.SavedBytes < 0 ? " more" : " less");
    All.push_back({countThings(Decided.Exchanged, "register") + ", " + Saved,
                   "registers: " + std::to_string(Decided.Exchanged) +
                       " exchanged, " + Saved + " as modelled"});
  }
  return All;
}
} // namespace mlgo
