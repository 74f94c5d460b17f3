// A decided call, as recorded
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/RecordedDecision.h"
#include "runner/DecisionFields.h"
#include <algorithm>
#include <charconv>

namespace mlgo {
static Status parseInputs(std::string_view Text, RecordedDecision &D) {
  while (!Text.empty()) {
    const std::string_view Word = takeField(Text, ' ');
    const size_t Equal = std::min(Word.find('='), Word.size());
    int64_t Value = 0;
    const char *End = Word.data() + Word.size();
    if (Equal == Word.size() ||
        std::from_chars(Word.data() + Equal + 1, End, Value).ptr != End)
      return Error("found '" + std::string(Word.substr(0, 40)) +
                   "' among the inputs, expected name=value");
    D.Inputs.emplace_back(std::string(Word.substr(0, Equal)), Value);
  }
  return Success();
}

int64_t RecordedDecision::input(std::string_view Name) const {
  for (const auto &[Known, Value] : Inputs)
    if (Known == Name)
      return Value;
  return 0;
}

Result<std::vector<RecordedDecision>>
parseRecordedDecisions(std::string_view Text) {
  // Says what is wrong with the file and where.
  MLGO_TRY(InlineDecisions::parse(Text));
  std::vector<RecordedDecision> All;
  for (size_t Number = 1; !Text.empty(); ++Number) {
    std::string_view Line = takeField(Text, '\n');
    if (Line.empty() || Line[0] == '#')
      continue;
    RecordedDecision D;
    D.Inlined = takeField(Line) == "1";
    D.Site.Caller = unescapeField(takeField(Line));
    D.Site.Callee = unescapeField(takeField(Line));
    D.Site.Path = unescapeField(takeField(Line));
    MLGO_TRY(parseInputs(takeField(Line), D)
                 .in("inline decisions: line " + std::to_string(Number)));
    D.WasAsked = takeField(Line) == "asked";
    if (const std::string_view Stock = takeField(Line); !Stock.empty())
      D.Stock = Stock == "stock=1";
    if (!D.Inputs.empty())
      All.push_back(std::move(D));
  }
  return All;
}
} // namespace mlgo
