//===- BuildReportHTML.cpp - A build report as a page ---------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/BuildReportFunctions.h"
#include "report/BuildReportStyle.h"
#include "report/SizeReportStyle.h"

#include "report/BuildReport.h"
#include "report/HTMLChart.h"
#include "report/HTMLText.h"

#include <algorithm>
#include <cmath>

namespace mlgo {
namespace {

std::string percent(double Change) {
  return formatNumber(Change, 2, true) + "\xE2\x80\xAF%";
}

std::string bytes(uint64_t Bytes) {
  return formatNumber(static_cast<double>(Bytes), 0, false);
}

bool isCompared(const ReportedSize &Size) { return Size.Stock && Size.Variant; }

double changeOf(const ReportedSize &Size) {
  return Size.Stock.value_or(0) ? 100.0 * static_cast<double>(Size.change()) /
                                      static_cast<double>(*Size.Stock)
                                : 0;
}

const char *colourOf(double Change) {
  const std::string Class = classOfChange(Change, 2);
  return Class == "smaller" ? "good" : Class == "larger" ? "bad" : "same";
}

/// The geometric mean of the changes of the \p I-th size of all programs that
/// have it in both builds, in per cent; false if there are none.
bool meanOf(const BuildReport &Report, size_t I, double &Mean) {
  double Sum = 0;
  size_t Count = 0;
  for (const ReportedProgram &Program : Report.Programs)
    if (I < Program.Sizes.size() && isCompared(Program.Sizes[I]) &&
        *Program.Sizes[I].Stock && *Program.Sizes[I].Variant) {
      Sum += std::log(static_cast<double>(*Program.Sizes[I].Variant) /
                      static_cast<double>(*Program.Sizes[I].Stock));
      ++Count;
    }
  Mean = Count ? 100 * std::expm1(Sum / static_cast<double>(Count)) : 0;
  return Count != 0;
}

/// A number to remember for each kind of size.
std::string cards(const BuildReport &Report) {
  std::string Text;
  if (Report.Programs.empty())
    return Text;
  const bool IsMean = Report.Programs.size() > 1;
  for (size_t I = 0; I < Report.Programs[0].Sizes.size(); ++I) {
    double Mean = 0;
    if (!meanOf(Report, I, Mean))
      continue;
    const ReportedSize &First = Report.Programs[0].Sizes[I];
    Text += "<div class=\"card\"><div class=\"policy\">" +
            escapeHTML(First.Name) + "</div><div class=\"big " +
            colourOf(Mean) + "\">" + percent(Mean) + "</div><small>" +
            (IsMean ? "geometric mean of " +
                          std::to_string(Report.Programs.size()) + " programs"
                    : bytes(*First.Stock) + " \xE2\x86\x92 " +
                          bytes(*First.Variant)) +
            "</small></div>\n";
  }
  return Text.empty() ? Text : "<div class=\"cards\">\n" + Text + "</div>\n";
}

std::string chartPrograms(const BuildReport &Report) {
  constexpr double MinSpan = 1; // Per cent.
  BarChart Chart(false, 2, "\xE2\x80\xAF%", MinSpan);
  for (const ReportedProgram &Program : Report.Programs) {
    if (Program.Sizes.empty() || !isCompared(Program.Sizes[0]))
      return "";
    const ReportedSize &All = Program.Sizes[0];
    BarChart::Row Bar;
    Bar.Name = Program.Name;
    Bar.To = changeOf(All);
    Bar.Hint = Program.Name + ": " + bytes(*All.Stock) + " to " +
               bytes(*All.Variant) + " bytes";
    Chart.add(std::move(Bar));
  }
  return "<h2>Programs</h2>\n<p>Change of what is loaded; bars to the left are "
         "smaller programs.</p>\n" +
         Chart.str();
}

std::string sizesTable(const ReportedProgram &Program, bool IsCompared) {
  std::string Text = std::string("<table class=\"sizes\"><tr><th class="
                                 "\"text\">bytes</th>") +
                     (IsCompared ? "<th>stock</th><th>mlgo</th>"
                                   "<th>change</th>"
                                 : "<th></th>") +
                     "</tr>\n";
  for (const ReportedSize &Size : Program.Sizes) {
    Text += "<tr><td class=\"text\">" + escapeHTML(Size.Name) + "</td>";
    if (IsCompared)
      Text += "<td>" + bytes(Size.Stock.value_or(0)) + "</td>";
    Text += "<td>" + bytes(Size.Variant.value_or(0)) + "</td>";
    if (IsCompared)
      Text += std::string("<td class=\"") + colourOf(changeOf(Size)) + "\">" +
              percent(changeOf(Size)) + "</td>";
    Text += "</tr>\n";
  }
  return Text + "</table>\n";
}

/// \p IsOnly if cards have its sizes.
std::string programSection(const ReportedProgram &Program, bool IsOpen,
                           bool IsOnly) {
  const bool IsCompared =
      !Program.Sizes.empty() && mlgo::isCompared(Program.Sizes[0]);
  std::string Text = std::string("<details class=\"program\"") +
                     (IsOpen ? " open" : "") + "><summary><span>" +
                     escapeHTML(Program.Name) + "</span>";
  if (IsCompared)
    Text += std::string("<b class=\"") + colourOf(changeOf(Program.Sizes[0])) +
            "\">" + percent(changeOf(Program.Sizes[0])) + "</b>";
  Text += "</summary>\n";
  if (!IsOnly || !IsCompared)
    Text += sizesTable(Program, IsCompared);
  if (!Program.HasSymbols)
    return Text + "<p>The program has no symbols, so that nothing is known of "
                  "its functions; the build strips it.</p></details>\n";
  if (IsCompared)
    Text += functionSection("Functions that shrank", Program.Shrunk,
                            Program.NumShrunk, Program.ShrunkBytes) +
            functionSection("Functions that grew", Program.Grown,
                            Program.NumGrown, Program.GrownBytes);
  else
    Text += decidedSection(Program.Shrunk, Program.NumShrunk);
  return Text + "</details>\n";
}

std::string list(const char *Title, const std::vector<std::string> &Items) {
  if (Items.empty())
    return "";
  std::string Text = std::string("<h2>") + Title + "</h2>\n<ul>\n";
  for (const std::string &Item : Items)
    Text += "<li>" + escapeHTML(Item) + "</li>\n";
  return Text + "</ul>\n";
}

/// One line a task.
std::string tabulate(const std::vector<ReportedDecisions> &Tasks) {
  if (Tasks.empty())
    return "";
  std::string Text = "<h2>Decisions</h2>\n<table class=\"sizes\"><tr><th "
                     "class=\"text\"></th><th>files</th><th>functions</th><th>"
                     "decisions</th><th>not as stock</th></tr>\n";
  for (const ReportedDecisions &D : Tasks) {
    char Share[32];
    std::snprintf(Share, sizeof(Share), " (%.1f %%)",
                  D.Decisions ? 100.0 * double(D.Differ) / double(D.Decisions)
                              : 0.0);
    Text += "<tr><td class=\"text\">" + escapeHTML(D.Task) + "</td><td>" +
            std::to_string(D.Files) + "</td><td>" +
            (D.Functions ? std::to_string(*D.Functions) : "") + "</td><td>" +
            std::to_string(D.Decisions) + "</td><td>" +
            std::to_string(D.Differ) + Share + "</td></tr>\n";
  }
  return Text + "</table>\n";
}

constexpr const char *HowToRead =
    "<h2>How to read it</h2>\n<p>The total is what is loaded and never "
    "written: code, read-only data and unwind tables. <i>xz</i> and "
    "<i>gzip</i> are of the whole file without symbols. Functions are those of "
    "the symbol table; several of one name count together. Open a function to "
    "see the calls in it, and of it, that stock decides, or would have "
    "decided, "
    "otherwise. Other changes follow from these: registers, merged code, and "
    "calls that are in one build only.</p>\n<p>Points say "
    "which inputs of a decision weighed most; positive ones speak for "
    "inlining. An input has what its comparisons in the policy\xE2\x80\x99s "
    "trees change about a usual call, the mean of the examples in the model "
    "file (Saabas\xE2\x80\x99 method). They are integers of the model, rounded "
    "to a power of ten, and add up.</p>\n";

} // namespace

std::string formatHTML(const BuildReport &Report) {
  std::string Text =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
      escapeHTML(Report.Title) + "</title>\n";
  Text += SizeReportStyle;
  Text += BuildReportStyle;
  Text += "</head><body>\n<h1>" + escapeHTML(Report.Title) +
          "</h1>\n<p><code>" + escapeHTML(Report.Command) + "</code>";
  if (!Report.Compiler.empty())
    Text += "<br>" + escapeHTML(Report.Compiler);
  Text += "</p>\n" + cards(Report);
  // The cards of a single program say it all.
  if (Report.Programs.size() > 1)
    Text += chartPrograms(Report);
  if (!Report.Programs.empty())
    Text += std::string("<h2>") +
            (Report.Programs.size() == 1 ? "Program" : "Program by program") +
            "</h2>\n";
  for (const ReportedProgram &Program : Report.Programs)
    Text += programSection(Program, &Program == &Report.Programs.front(),
                           Report.Programs.size() == 1);
  Text += tabulate(Report.Decisions);
  return Text +
         list(Report.Decisions.empty() ? "Decisions" : "Also", Report.Facts) +
         list("Left out", Report.Notes) + HowToRead + "</body></html>\n";
}

} // namespace mlgo
