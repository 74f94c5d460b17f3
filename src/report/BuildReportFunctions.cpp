//===- BuildReportFunctions.cpp - Functions of build reports --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildReportFunctions.h"

#include "mlgo/report/HTMLText.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace mlgo {
namespace {

std::string number(int64_t Value, bool IsChange) {
  return formatNumber(static_cast<double>(Value), 0, IsChange);
}

std::string plural(uint64_t Count, const char *What) {
  return number(static_cast<int64_t>(Count), false) + " " + What +
         (Count == 1 ? "" : "s");
}

std::string pointsRow(int64_t Points, const std::string &What,
                      const std::string &Meaning) {
  return "<span class=\"num\">" + number(Points, true) + "</span><span>" +
         What + "</span><span class=\"dim meaning\">" + escapeHTML(Meaning) +
         "</span>\n";
}

std::string pointsText(const ReportedCall &Call) {
  if (Call.Inputs.empty())
    return "";
  std::string Text = "<div class=\"points\">\n";
  for (const ReportedInput &Input : Call.Inputs)
    Text +=
        pointsRow(Input.Points,
                  escapeHTML(Input.Name) + " = " + number(Input.Value, false),
                  Input.Meaning);
  if (Call.OtherInputs)
    Text += pointsRow(Call.OtherPoints,
                      std::to_string(Call.OtherInputs) + " other inputs", "");
  return Text + pointsRow(Call.UsualPoints, "a usual call", "") + "</div>\n";
}

/// \p Name is the function at the other end of the call.
std::string callText(const ReportedCall &Call, const std::string &Name,
                     const char *Direction) {
  std::string Text =
      std::string("<div class=\"call\"><p><span class=\"tag\">") +
      (Call.Inlined ? "inlined " : "not inlined ") + Direction +
      "</span><code>" + escapeHTML(Name) + "</code>";
  if (!Call.Which.empty())
    Text += " <span class=\"dim\">" + escapeHTML(Call.Which) + "</span>";
  return Text + "</p><p>" + escapeHTML(Call.Reason) + "</p>" +
         pointsText(Call) + "</div>\n";
}

std::string moreText(uint64_t More, const char *Where) {
  return More ? "<p>and " + plural(More, "call") + " more " + Where + "</p>\n"
              : "";
}

std::string sizeText(const ReportedSize &Size) {
  if (!Size.Stock && Size.Variant)
    return number(static_cast<int64_t>(*Size.Variant), false) +
           " bytes; stock has no copy of it";
  if (!Size.Variant)
    return number(static_cast<int64_t>(Size.Stock.value_or(0)), false) +
           " bytes, of which no copy is left";
  return number(static_cast<int64_t>(*Size.Stock), false) + " \xE2\x86\x92 " +
         number(static_cast<int64_t>(*Size.Variant), false) + " bytes";
}

/// A change, its bar and the name.
std::string heading(const ReportedFunction &Function, int64_t Largest,
                    const char *Tag, const char *Class) {
  const int64_t Change = Function.Size.change();
  char Width[32];
  std::snprintf(Width, sizeof(Width), "%.1f",
                Largest ? 100.0 * static_cast<double>(std::llabs(Change)) /
                              static_cast<double>(Largest)
                        : 0.0);
  return std::string("<") + Tag + Class + "><span class=\"num " +
         (Change < 0 ? "good" : "bad") + "\">" + number(Change, true) +
         "</span><span><span class=\"bar " +
         (Change < 0 ? "smaller" : "larger") + "\" style=\"width:" + Width +
         "%\"></span></span><span class=\"fn\" title=\"" +
         escapeHTML(Function.Size.Name) + "\">" +
         escapeHTML(Function.Size.Name) + "</span></" + Tag + ">\n";
}

std::string functionText(const ReportedFunction &Function, int64_t Largest) {
  std::string Text = "<details class=\"function\">" +
                     heading(Function, Largest, "summary", "") + "<p>" +
                     sizeText(Function.Size);
  if (Function.Calls.empty() && Function.Uses.empty())
    Text += ". No call in it or of it was decided otherwise";
  Text += "</p>\n";
  std::string In, Of;
  for (const ReportedCall &Call : Function.Calls)
    In += callText(Call, Call.Callee, "here:");
  In += moreText(Function.MoreCalls, "in it");
  for (const ReportedCall &Call : Function.Uses)
    Of += callText(Call, Call.Caller, "into");
  Of += moreText(Function.MoreUses, "of it");
  // Where it went says more of what is gone than what was in it.
  return Text + (Function.Size.Variant ? In + Of : Of + In) + "</details>\n";
}

} // namespace

std::string functionSection(const std::string &Title,
                            const std::vector<ReportedFunction> &Functions,
                            uint64_t Total, int64_t Bytes) {
  if (Functions.empty())
    return "";
  int64_t Largest = 0;
  for (const ReportedFunction &Function : Functions)
    Largest = std::max<int64_t>(Largest, std::llabs(Function.Size.change()));
  std::string Text = "<h3>" + escapeHTML(Title) + "</h3>\n<p>";
  Text += plural(Total, "function");
  if (Bytes)
    Text += ", " + number(Bytes, true) + " bytes together";
  if (Total > Functions.size())
    Text += ". These are the first " + std::to_string(Functions.size());
  Text += ". Open one for the decisions behind it.</p>\n";
  for (const ReportedFunction &Function : Functions)
    Text += functionText(Function, Largest);
  return Text;
}

} // namespace mlgo
