// Decided call sites in a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InlineDecisions.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include <algorithm>

namespace mlgo {
constexpr std::string_view Header = "# mlgo-inline-decisions 1";

/// The beginning of \p Line as a message may show it.
static std::string excerpt(std::string_view Line, size_t Length) {
  std::string Text(Line.substr(0, Length));
  for (char &C : Text)
    if (C < ' ' || C > '~')
      C = '?';
  return "'" + Text + "'";
}

/// The end of the third of the fields that start at \p Start, or npos.
static size_t endOfKey(std::string_view Line, size_t Start) {
  for (int Field = 0; Field < 2; ++Field) {
    const size_t Tab = Line.find('\t', Start);
    if (Tab == Line.npos || Tab == Start)
      return Line.npos;
    Start = Tab + 1;
  }
  const size_t End = std::min(Line.find('\t', Start), Line.size());
  return End == Start ? Line.npos : End;
}

Status InlineDecisions::parseLine(std::string_view Line) {
  if (Line.size() < 2 || (Line[0] != '0' && Line[0] != '1') || Line[1] != '\t')
    return Error("starts with " + excerpt(Line, 20) +
                 ", expected 0 or 1 and a tab");
  const size_t KeyEnd = endOfKey(Line, 2);
  if (KeyEnd == Line.npos)
    return Error("has too few fields, expected decision, caller, callee and "
                 "path");
  const bool Inline = Line[0] == '1';
  auto [Site, Added] =
      Sites.emplace(std::string(Line.substr(2, KeyEnd - 2)), Inline);
  Conflicts += !Added && Site->second != Inline;
  Site->second = Inline;
  return Success();
}

std::string InlineSiteName::key() const {
  std::string Key;
  Key.reserve(Caller.size() + Callee.size() + Path.size() + 2);
  appendField(Key, Caller);
  Key += '\t';
  appendField(Key, Callee);
  Key += '\t';
  appendField(Key, Path);
  return Key;
}

Result<InlineDecisions> InlineDecisions::parse(std::string_view Text) {
  const std::string Expected = ", expected '" + std::string(Header) + "'";
  if (Text.empty())
    return Error("inline decisions: the file is empty" + Expected);
  InlineDecisions Decisions;
  MLGO_TRY(readDecisions(
      Text, Header, "inline decisions",
      [&](std::string_view Line) {
        const size_t Version = Header.size() - 1;
        return Line.substr(0, Version) == Header.substr(0, Version)
                   ? Error("version is " + excerpt(Line.substr(Version), 20) +
                           ", expected " + Header.back())
                   : Error("found " + excerpt(Line, 40) + Expected);
      },
      [&](std::string_view Line) { return Decisions.parseLine(Line); }));
  return Decisions;
}

Result<InlineDecisions> InlineDecisions::read(const std::string &Path) {
  return parse(MLGO_TRY(readFile(Path))).in(Path);
}

std::string InlineDecisions::header() { return std::string(Header) + "\n"; }

std::string InlineDecisions::formatLine(std::string_view Key, bool Inline) {
  return (Inline ? "1\t" : "0\t") + std::string(Key) + "\n";
}

std::string InlineDecisions::format() const {
  std::string Text = header();
  for (const auto &[Key, Inline] : Sites)
    Text += formatLine(Key, Inline);
  return Text;
}
} // namespace mlgo
