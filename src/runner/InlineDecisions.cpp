// Decided call sites in a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InlineDecisions.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include <algorithm>

namespace mlgo {

constexpr std::string_view Magic = "# mlgo-inline-decisions ";
constexpr std::string_view Version = "1";

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

/// Puts the site of \p Line, which is neither empty nor a comment, into
/// \p Sites. Returns whether that contradicts what was there.
static Result<bool> parseSite(std::string_view Line,
                              InlineDecisions::Map &Sites) {
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
  const bool Contradicts = !Added && Site->second != Inline;
  Site->second = Inline;
  return Contradicts;
}

/// Whether \p Line is the first line of a file, of our version.
static Result<bool> parseHeader(std::string_view Line) {
  if (Line.substr(0, Magic.size()) != Magic)
    return false;
  Line.remove_prefix(Magic.size());
  if (Line != Version)
    return Error("version is " + excerpt(Line, 20) + ", expected " +
                 std::string(Version));
  return true;
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
  const std::string Expected =
      ", expected '" + std::string(Magic) + std::string(Version) + "'";
  if (Text.empty())
    return Error("inline decisions: the file is empty" + Expected);
  InlineDecisions Decisions;
  bool IsOurs = false, WasOurs = false;
  for (size_t Number = 1; !Text.empty(); ++Number) {
    auto Fail = [Number](const std::string &Problem) {
      return Error("inline decisions: line " + std::to_string(Number) + ": " +
                   Problem);
    };
    const size_t End = Text.find('\n');
    const std::string_view Line = Text.substr(0, End);
    Text = End == Text.npos ? std::string_view() : Text.substr(End + 1);
    Result<bool> IsHeader = parseHeader(Line);
    if (!IsHeader)
      return Fail(IsHeader.error().message());
    if (*IsHeader || isDecisionsHeader(Line))
      IsOurs = *IsHeader;
    else if (Number == 1)
      return Fail("found " + excerpt(Line, 40) + Expected);
    WasOurs |= IsOurs;
    if (End == std::string_view::npos)
      return Fail("ends without a newline; the file is cut off");
    if (!IsOurs || Line.empty() || Line[0] == '#')
      continue;
    Result<bool> Contradicts = parseSite(Line, Decisions.Sites);
    if (!Contradicts)
      return Fail(Contradicts.error().message());
    Decisions.Conflicts += *Contradicts;
  }
  if (!WasOurs)
    return Error("inline decisions: only other decisions found" + Expected);
  return Decisions;
}

Result<InlineDecisions> InlineDecisions::read(const std::string &Path) {
  return parse(MLGO_TRY(readFile(Path))).in(Path);
}

std::string InlineDecisions::header() {
  return std::string(Magic) + std::string(Version) + "\n";
}

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
