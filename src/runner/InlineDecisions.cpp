//===- InlineDecisions.cpp - Decided call sites in a file -----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/runner/InlineDecisions.h"

#include "mlgo/support/File.h"

#include <algorithm>

namespace mlgo {
namespace {

constexpr std::string_view Magic = "# mlgo-inline-decisions ";
constexpr std::string_view Version = "1";

void appendEscaped(std::string &To, std::string_view Name) {
  constexpr char Hex[] = "0123456789ABCDEF";
  for (const char C : Name) {
    const auto Byte = static_cast<unsigned char>(C);
    if (Byte > ' ' && Byte != 0x7f && C != '%') {
      To += C;
      continue;
    }
    To += '%';
    To += Hex[Byte >> 4];
    To += Hex[Byte & 15];
  }
}

mlgo::Error lineError(size_t Number, const std::string &Problem) {
  return mlgo::Error("inline decisions: line " + std::to_string(Number) + ": " +
                     Problem);
}

/// The end of the third of the fields that start at \p Start, or npos.
size_t endOfKey(std::string_view Line, size_t Start) {
  for (int Field = 0; Field < 2; ++Field) {
    const size_t Tab = Line.find('\t', Start);
    if (Tab == Line.npos || Tab == Start)
      return Line.npos;
    Start = Tab + 1;
  }
  const size_t End = std::min(Line.find('\t', Start), Line.size());
  return End == Start ? Line.npos : End;
}

} // namespace

std::string InlineSiteName::key() const {
  std::string Key;
  Key.reserve(Caller.size() + Callee.size() + Path.size() + 2);
  appendEscaped(Key, Caller);
  Key += '\t';
  appendEscaped(Key, Callee);
  Key += '\t';
  appendEscaped(Key, Path);
  return Key;
}

Result<InlineDecisions> InlineDecisions::parse(std::string_view Text) {
  InlineDecisions Decisions;
  size_t Number = 0;
  while (!Text.empty()) {
    const size_t End = Text.find('\n');
    const bool Whole = End != Text.npos;
    const std::string_view Line = Text.substr(0, End);
    Text = Whole ? Text.substr(End + 1) : std::string_view();
    ++Number;
    if (Line.substr(0, Magic.size()) == Magic) {
      if (Line.substr(Magic.size()) != Version)
        return lineError(Number,
                         "version is '" +
                             std::string(Line.substr(Magic.size(), 20)) +
                             "', expected " + std::string(Version));
      continue;
    }
    if (Number == 1)
      return lineError(1, "found '" + std::string(Line.substr(0, 40)) +
                              "', expected '" + std::string(Magic) +
                              std::string(Version) + "'");
    if (!Whole)
      return lineError(Number, "ends without a newline; the file is cut off");
    if (Line.empty() || Line[0] == '#')
      continue;
    if (Line.size() < 2 || (Line[0] != '0' && Line[0] != '1') ||
        Line[1] != '\t')
      return lineError(Number, "starts with '" +
                                   std::string(Line.substr(0, 20)) +
                                   "', expected 0 or 1 and a tab");
    const size_t KeyEnd = endOfKey(Line, 2);
    if (KeyEnd == Line.npos)
      return lineError(Number, "has too few fields, expected decision, caller, "
                               "callee and path");
    const bool Inline = Line[0] == '1';
    auto [Site, Added] = Decisions.Sites.emplace(
        std::string(Line.substr(2, KeyEnd - 2)), Inline);
    Decisions.Conflicts += !Added && Site->second != Inline;
    Site->second = Inline;
  }
  if (Number == 0)
    return mlgo::Error("inline decisions: the file is empty, expected '" +
                       std::string(Magic) + std::string(Version) + "'");
  return Decisions;
}

Result<InlineDecisions> InlineDecisions::read(const std::string &Path) {
  Result<std::string> Text = readFile(Path);
  if (!Text)
    return Text.error();
  Result<InlineDecisions> Decisions = parse(*Text);
  if (!Decisions)
    return Decisions.error().in(Path);
  return Decisions;
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
