//===- BuildReportFunctions.cpp - Functions of build reports --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/BuildReportFunctions.h"

#include "report/HTMLText.h"

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

/// What the line of a function begins with, and its bar.
struct Heading {
  int64_t Value, Largest;
  bool IsChange;
  std::string Name;
};

std::string headingText(const Heading &H) {
  const bool IsSmaller = H.Value < 0;
  char Width[32];
  std::snprintf(Width, sizeof(Width), "%.1f",
                H.Largest ? 100.0 * static_cast<double>(std::llabs(H.Value)) /
                                static_cast<double>(H.Largest)
                          : 0.0);
  const char *Colour = !H.IsChange ? "" : IsSmaller ? " good" : " bad";
  const char *Bar = !H.IsChange ? "same" : IsSmaller ? "smaller" : "larger";
  return std::string("<summary><span class=\"num") + Colour + "\">" +
         number(H.Value, H.IsChange) + "</span><span><span class=\"bar " + Bar +
         "\" style=\"width:" + Width + "%\"></span></span><span class=\"fn\">" +
         escapeHTML(H.Name) + "</span></summary>\n";
}

/// The calls in and of \p Function.
std::string callsText(const ReportedFunction &Function, bool UsesFirst) {
  std::string In, Of;
  for (const ReportedCall &Call : Function.Calls)
    In += callText(Call, Call.Callee, "here:");
  In += moreText(Function.MoreCalls, "in it");
  for (const ReportedCall &Call : Function.Uses)
    Of += callText(Call, Call.Caller, "into");
  Of += moreText(Function.MoreUses, "of it");
  return UsesFirst ? Of + In : In + Of;
}

std::string functionText(const ReportedFunction &Function, int64_t Largest) {
  std::string Text =
      "<details class=\"function\">" +
      headingText({Function.Size.change(), Largest, true, Function.Size.Name}) +
      "<p>" + sizeText(Function.Size);
  if (Function.Calls.empty() && Function.Uses.empty())
    Text += ". No call in it or of it was decided otherwise. It has other "
            "registers, or what it calls has changed.";
  // Where it went says more of what is gone than what was in it.
  return Text + "</p>\n" + callsText(Function, !Function.Size.Variant) +
         "</details>\n";
}

int64_t countCalls(const ReportedFunction &Function) {
  return static_cast<int64_t>(Function.Calls.size() + Function.MoreCalls);
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

std::string decidedSection(const std::vector<ReportedFunction> &Functions,
                           uint64_t Total) {
  if (Functions.empty())
    return "";
  int64_t Largest = 0;
  for (const ReportedFunction &Function : Functions)
    Largest = std::max(Largest, countCalls(Function));
  std::string Text = "<h3>Functions with calls that stock would have decided "
                     "otherwise</h3>\n<p>" +
                     plural(Total, "function");
  if (Total > Functions.size())
    Text += ". These are the first " + std::to_string(Functions.size());
  Text += ", with the number of these calls. Open one to see them.</p>\n";
  for (const ReportedFunction &Function : Functions)
    Text +=
        "<details class=\"function\">" +
        headingText(
            {countCalls(Function), Largest, false, Function.Size.Name}) +
        "<p>" +
        number(static_cast<int64_t>(Function.Size.Variant.value_or(0)), false) +
        " bytes</p>\n" + callsText(Function, false) + "</details>\n";
  return Text;
}

} // namespace mlgo
