// A decided call, as recorded
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/RecordedDecision.h"

#include <algorithm>
#include <charconv>

namespace mlgo {
namespace {

std::string_view takeWord(std::string_view &Text, char Separator) {
  const size_t End = std::min(Text.find(Separator), Text.size());
  const std::string_view Word = Text.substr(0, End);
  Text.remove_prefix(std::min(End + 1, Text.size()));
  return Word;
}

/// What %XX in \p Name stands for.
std::string unescape(std::string_view Name) {
  std::string Text;
  for (size_t I = 0; I < Name.size(); ++I) {
    unsigned Byte = 0;
    const char *Digits = Name.data() + I + 1;
    if (Name[I] == '%' && I + 2 < Name.size() &&
        std::from_chars(Digits, Digits + 2, Byte, 16).ptr == Digits + 2) {
      Text += static_cast<char>(Byte);
      I += 2;
    } else {
      Text += Name[I];
    }
  }
  return Text;
}

Status parseInputs(std::string_view Text, RecordedDecision &D) {
  while (!Text.empty()) {
    const std::string_view Word = takeWord(Text, ' ');
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

} // namespace

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
    std::string_view Line = takeWord(Text, '\n');
    if (Line.empty() || Line[0] == '#')
      continue;
    RecordedDecision D;
    D.Inlined = takeWord(Line, '\t') == "1";
    D.Site.Caller = unescape(takeWord(Line, '\t'));
    D.Site.Callee = unescape(takeWord(Line, '\t'));
    D.Site.Path = unescape(takeWord(Line, '\t'));
    if (Status Read = parseInputs(takeWord(Line, '\t'), D); !Read)
      return Read.error().in("inline decisions: line " +
                             std::to_string(Number));
    D.WasAsked = takeWord(Line, '\t') == "asked";
    if (const std::string_view Stock = takeWord(Line, '\t'); !Stock.empty())
      D.Stock = Stock == "stock=1";
    if (!D.Inputs.empty())
      All.push_back(std::move(D));
  }
  return All;
}

} // namespace mlgo
