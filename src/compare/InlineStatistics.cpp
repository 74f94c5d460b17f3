// What the inliner plugin counted
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/InlineStatistics.h"
#include "task/Task.h"
#include <charconv>

namespace mlgo {
/// Takes the last word, which is NAME=NUMBER, off \p Line.
static bool takeCount(std::string_view &Line, std::string_view &Name,
                      uint64_t &Count) {
  const size_t Blank = Line.rfind(' ');
  const size_t Equals = Line.rfind('=');
  if (Blank == Line.npos || Equals == Line.npos || Equals < Blank)
    return false;
  const char *End = Line.data() + Line.size();
  auto [Rest, Failure] = std::from_chars(Line.data() + Equals + 1, End, Count);
  if (Failure != std::errc() || Rest != End)
    return false;
  Name = Line.substr(Blank + 1, Equals - Blank - 1);
  Line = Line.substr(0, Blank);
  return true;
}

Result<InlineStatistics> sumInlineStatistics(std::string_view Text) {
  const std::string Start = "mlgo-" + defaultTask().Prefix + "-stats module=";
  InlineStatistics Sum;
  size_t Number = 0;
  while (!Text.empty()) {
    const size_t End = Text.find('\n');
    std::string_view Line = Text.substr(0, End);
    Text = End == Text.npos ? std::string_view() : Text.substr(End + 1);
    ++Number;
    std::string_view Name;
    uint64_t Count = 0;
    bool Counted = false;
    if (Line.substr(0, Start.size()) != Start)
      return Error("inline statistics: line " + std::to_string(Number) +
                   " starts with '" + std::string(Line.substr(0, 40)) +
                   "', expected '" + std::string(Start) + "'");
    // Read from the end, because the module's name may hold anything.
    for (; takeCount(Line, Name, Count) && Name != "module";) {
      Counted |= Name == "decisions";
      (Name == "decisions"   ? Sum.Decisions
       : Name == "inlined"   ? Sum.Inlined
       : Name == "differ"    ? Sum.Differ
       : Name == "abstained" ? Sum.Abstained
                             : Count) += Count;
      if (Name == "decisions")
        break;
    }
    if (!Counted)
      return Error("inline statistics: line " + std::to_string(Number) +
                   " has no number of decisions");
    ++Sum.Modules;
  }
  return Sum;
}
} // namespace mlgo
