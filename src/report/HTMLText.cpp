// Names and numbers in pages
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/HTMLText.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
std::string escapeHTML(const std::string &Text) {
  std::string Safe = escapeText(Text, {{'&', "&amp;"},
                                       {'<', "&lt;"},
                                       {'>', "&gt;"},
                                       {'"', "&quot;"},
                                       {'\'', "&#39;"}});
  for (char &C : Safe)
    if (static_cast<unsigned char>(C) < ' ' || C == 0x7f)
      C = ' ';
  return Safe;
}

std::string shortenPath(const std::string &Name, size_t MaxBytes) {
  if (Name.size() <= MaxBytes)
    return Name;
  size_t Start = Name.size() - MaxBytes;
  while (Start < Name.size() && (Name[Start] & 0xC0) == 0x80)
    ++Start;
  return "\xE2\x80\xA6" + Name.substr(Start);
}

std::string formatNumber(double Value, int Decimals, bool IsChange) {
  if (!std::isfinite(Value))
    return "?";
  std::string Text = formatText("%.*f", Decimals, std::fabs(Value));
  const bool IsZero = Text.find_first_not_of("0.") == Text.npos;
  const size_t Point = std::min(Text.find('.'), Text.size());
  for (size_t At = Point; At > 3; At -= 3)
    Text.insert(At - 3, ",");
  if (IsZero)
    return Text;
  return (Value < 0 ? "\xE2\x88\x92" : IsChange ? "+" : "") + Text;
}

std::string styleSheet(std::string_view CSS) {
  return "<style>\n" + std::string(CSS.substr(CSS.find("*/\n") + 3)) +
         "</style>\n";
}

std::string formatPercent(double Change) {
  return formatNumber(Change, 2, true) + "\xE2\x80\xAF%";
}

std::string formatBytes(double Bytes) { return formatNumber(Bytes, 0, false); }

std::string formatCount(uint64_t Count, const char *What) {
  return formatBytes(static_cast<double>(Count)) + " " + What +
         (Count == 1 ? "" : "s");
}
} // namespace mlgo
