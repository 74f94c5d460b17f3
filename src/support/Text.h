// Words within words
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace mlgo {
/// What printf prints.
__attribute__((format(printf, 1, 2))) inline std::string
formatText(const char *Format, ...) {
  va_list Arguments;
  va_start(Arguments, Format);
  char *Text = nullptr;
  const int Size = ::vasprintf(&Text, Format, Arguments);
  va_end(Arguments);
  std::string Copy(Size < 0 ? "" : Text);
  std::free(Size < 0 ? nullptr : Text);
  return Copy;
}

/// What \p Describe makes of each of \p Parts, with \p Between between two.
template <typename RangeT, typename DescribeT>
std::string joinText(const RangeT &Parts, std::string_view Between,
                     const DescribeT &Describe) {
  std::string Text;
  bool IsFirst = true;
  for (const auto &Part : Parts) {
    Text += IsFirst ? std::string_view() : Between;
    Text += Describe(Part);
    IsFirst = false;
  }
  return Text;
}

template <typename RangeT>
std::string joinText(const RangeT &Parts, std::string_view Between) {
  return joinText(Parts, Between, [](const auto &Part) { return Part; });
}

/// "1 file", "2 files".
inline std::string countThings(uint64_t Count, const char *Thing) {
  return std::to_string(Count) + " " + Thing + (Count == 1 ? "" : "s");
}

/// \p Text with what \p Marks have in place of single characters.
inline std::string
escapeText(std::string_view Text,
           std::initializer_list<std::pair<char, std::string_view>> Marks) {
  std::string Escaped;
  for (const char C : Text) {
    const auto *Mark = std::find_if(Marks.begin(), Marks.end(),
                                    [C](auto &M) { return M.first == C; });
    if (Mark == Marks.end())
      Escaped += C;
    else
      Escaped += Mark->second;
  }
  return Escaped;
}

/// \p Text without control characters: names may hold anything, and a terminal
/// should not be given it.
inline std::string printable(std::string Text) {
  std::replace_if(
      Text.begin(), Text.end(),
      [](unsigned char C) { return C < ' ' || C == 127; }, '?');
  return Text;
}

/// \p Field of a table of RFC 4180: in quotes if it has what would end it.
inline std::string quoteField(const std::string &Field) {
  if (Field.find_first_of(",\"\r\n") == Field.npos)
    return Field;
  return "\"" + escapeText(Field, {{'"', "\"\""}}) + "\"";
}

/// The number that \p Text is, all of it; nothing if it is none, or not finite.
inline std::optional<double> parseFinite(std::string_view Text) {
  double Number = 0;
  const char *End = Text.data() + Text.size();
  const auto [Rest, Failure] = std::from_chars(Text.data(), End, Number);
  if (Failure != std::errc() || Rest != End || !std::isfinite(Number))
    return std::nullopt;
  return Number;
}

/// Whether \p Text begins with \p Start.
inline bool startsWith(std::string_view Text, std::string_view Start) {
  return Text.substr(0, Start.size()) == Start;
}

/// Whether \p Text is one of \p Choices.
inline bool isAnyOf(std::string_view Text,
                    std::initializer_list<std::string_view> Choices) {
  return std::find(Choices.begin(), Choices.end(), Text) != Choices.end();
}
} // namespace mlgo
