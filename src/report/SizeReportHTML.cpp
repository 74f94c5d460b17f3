//===- SizeReportHTML.cpp - A size report as a page -----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/HTMLChart.h"
#include "report/HTMLText.h"
#include "report/SizeReportCharts.h"
#include "report/SizeReportStyle.h"

#include <algorithm>
#include <cmath>

namespace mlgo {
namespace {

constexpr int Decimals = 2; ///< Digits that per cents are printed with.

std::string percent(double Change) {
  return formatNumber(Change, Decimals, true) + "\xE2\x80\xAF%";
}

std::string bytes(double Bytes) { return formatNumber(Bytes, 0, false); }

std::string plural(size_t Count, const char *What) {
  return std::to_string(Count) + " " + What + (Count == 1 ? "" : "s");
}

std::string cell(const std::string &Text) { return "<td>" + Text + "</td>"; }

/// A cell with a name that may be too long.
std::string nameCell(const std::string &Text) {
  return "<td class=\"text\" title=\"" + escapeHTML(Text) + "\">" +
         escapeHTML(Text) + "</td>";
}

std::string headings(const std::vector<std::string> &Names,
                     const std::vector<std::string> &Numbers) {
  std::string Row = "<tr>";
  for (const std::string &Name : Names)
    Row += "<th class=\"text\">" + escapeHTML(Name) + "</th>";
  for (const std::string &Number : Numbers)
    Row += "<th>" + escapeHTML(Number) + "</th>";
  return Row + "</tr>\n";
}

/// Says whether a group's mean is surely smaller, surely larger or neither.
const char *trendOf(const GroupSummary &S) {
  return S.High < 0 ? "good" : S.Low > 0 ? "bad" : "same";
}

std::string intervalText(const GroupSummary &S) {
  return percent(S.Low) + " to " + percent(S.High);
}

/// A number to remember for each policy.
std::string cards(const SizeReport &Report) {
  std::string Text = "<div class=\"cards\">\n";
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
    const GroupSummary S = summarize(Report, Policy, ProgramGroup::All);
    const std::string Name = escapeHTML(Report.PolicyNames[Policy]);
    Text += "<div class=\"card\"><div class=\"policy\" title=\"" + Name +
            "\">" + Name + "</div><div class=\"big " + trendOf(S) + "\">" +
            percent(S.GeometricMean) + "</div>";
    if (S.Programs > 1)
      Text += "<small>geometric mean; 95 % interval</small><small>" +
              intervalText(S) + "</small>";
    else
      Text += "<small>" + escapeHTML(S.WorstProgram) + "</small>";
    if (const PredictionError P = summarizePrediction(Report, Policy);
        P.Programs)
      Text += "<small>model's mean error " +
              formatNumber(P.MeanPoints, Decimals, false) + " points</small>";
    Text += "</div>\n";
  }
  return Text + "</div>\n";
}

/// The interval as text and as a line, its mean as a point, zero as a fine
/// line.
std::string intervalCell(const GroupSummary &S, const ChartScale &Scale) {
  auto At = [&](double Value) {
    return formatNumber(4 + 1.2 * Scale.at(Value), 1, false);
  };
  const std::string Colour = std::string("var(--") + trendOf(S) + ")";
  return "<td>" + (S.Programs > 1 ? intervalText(S) : "one program") +
         "<svg viewBox=\"0 0 128 18\" aria-hidden=\"true\"><path d=\"M" +
         At(0) + " 1V17\" stroke=\"var(--zero-line)\"/><path d=\"M" +
         At(S.Low) + " 9H" + At(S.High) + "\" stroke=\"" + Colour +
         "\" stroke-width=\"3\"/><circle cx=\"" + At(S.GeometricMean) +
         "\" cy=\"9\" r=\"4\" fill=\"" + Colour + "\"/></svg></td>";
}

/// A change and the program that has it.
std::string extremeCell(double Change, const std::string &Program) {
  return "<td>" + percent(Change) + "<small title=\"" + escapeHTML(Program) +
         "\">" + escapeHTML(Program) + "</small></td>";
}

std::string summaryRow(const std::string &Policy, ProgramGroup Group,
                       const GroupSummary &S, const ChartScale &Scale) {
  return (Group == ProgramGroup::All ? "<tr class=\"all\">" : "<tr>") +
         nameCell(Policy) +
         cell(Group == ProgramGroup::All
                  ? "all " + std::to_string(S.Programs)
                  : std::to_string(S.Programs) + " in " + getName(Group)) +
         cell(percent(S.GeometricMean)) + intervalCell(S, Scale) +
         extremeCell(S.Worst, S.WorstProgram) +
         extremeCell(S.Best, S.BestProgram) + "</tr>\n";
}

std::string summaryTable(const SizeReport &Report) {
  struct Line {
    std::string Policy;
    ProgramGroup Group;
    GroupSummary Summary;
  };
  std::vector<Line> Lines;
  double Low = 0, High = 0;
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy)
    for (const ProgramGroup Group :
         {ProgramGroup::C, ProgramGroup::Cxx, ProgramGroup::All}) {
      const GroupSummary S = summarize(Report, Policy, Group);
      // The only language is the same as all.
      if (S.Programs == 0 ||
          (Group != ProgramGroup::All && S.Programs == Report.Programs.size()))
        continue;
      Lines.push_back({Report.PolicyNames[Policy], Group, S});
      Low = std::min(Low, S.Low);
      High = std::max(High, S.High);
    }
  const ChartScale Scale(Low, High, 0.1);
  std::string Text =
      "<div class=\"scroll\"><table>\n<tr><th class=\"text\">policy</th>"
      "<th>programs</th>"
      "<th>geometric mean</th><th>95 % interval</th>"
      "<th>worst</th><th>best</th></tr>\n";
  for (const Line &L : Lines)
    Text += summaryRow(L.Policy, L.Group, L.Summary, Scale);
  return Text + "</table></div>\n";
}

std::string numbersTable(const SizeReport &Report, bool IsLinked) {
  std::vector<std::string> Numbers = {Report.BaselineName, "size", "change"};
  if (IsLinked)
    Numbers.insert(Numbers.end(),
                   {Report.BaselineName + ", linked", "size, linked",
                    "change, linked", "model's error"});
  std::string Text = "<details><summary>All numbers, in bytes</summary><div "
                     "class=\"scroll\"><table>\n" +
                     headings({"program", "language", "policy"}, Numbers);
  for (const ProgramSizes &Program : Report.Programs)
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
      Text += "<tr>" + nameCell(getFullName(Program)) + "<td class=\"text\">" +
              (Program.IsCxx ? "C++" : "C") + "</td>" +
              nameCell(Report.PolicyNames[Policy]) +
              cell(bytes(Program.Baseline)) +
              cell(bytes(Program.Sizes[Policy])) +
              cell(percent(Program.change(Policy)));
      if (const auto Linked = Program.linkedChange(Policy))
        Text += cell(bytes(double(*Program.LinkedBaseline))) +
                cell(bytes(double(Program.Linked[Policy]))) +
                cell(percent(*Linked)) +
                cell(percent(*Program.predictionError(Policy)));
      else if (IsLinked)
        Text += cell("") + cell("") + cell("") + cell("");
      Text += "</tr>\n";
    }
  return Text + "</table></div></details>\n";
}

/// The programs whose modules are shown one by one: those that change most.
std::vector<const ProgramSizes *> chooseLargest(const SizeReport &Report,
                                                size_t Policy) {
  constexpr size_t MaxPrograms = 6;
  std::vector<const ProgramSizes *> Chosen;
  for (const ProgramSizes &Program : Report.Programs)
    if (!Program.Modules.empty() && Program.Sizes[Policy] != Program.Baseline)
      Chosen.push_back(&Program);
  std::stable_sort(Chosen.begin(), Chosen.end(),
                   [&](const ProgramSizes *A, const ProgramSizes *B) {
                     return std::fabs(A->Sizes[Policy] - A->Baseline) >
                            std::fabs(B->Sizes[Policy] - B->Baseline);
                   });
  Chosen.resize(std::min(Chosen.size(), MaxPrograms));
  return Chosen;
}

std::string moduleSection(const SizeReport &Report, size_t Policy) {
  if (std::all_of(Report.Programs.begin(), Report.Programs.end(),
                  [](const ProgramSizes &P) { return P.Modules.empty(); }))
    return "";
  std::string Text =
      "<h2>Modules under " + escapeHTML(Report.PolicyNames[Policy]) + "</h2>\n";
  const std::string All = chartModules(Report, Policy);
  if (All.empty())
    return Text + "<p>No module changes its size.</p>\n";
  Text += "<p>Bytes as modelled, the largest changes first; each bar begins "
          "where the one before ended.</p>\n" +
          All;
  if (Report.Programs.size() > 1)
    for (const ProgramSizes *Program : chooseLargest(Report, Policy))
      Text +=
          "<details><summary>" + escapeHTML(getFullName(*Program)) + ", " +
          formatNumber(Program->Sizes[Policy] - Program->Baseline, 0, true) +
          " bytes</summary>\n" + chartModules(*Program, Policy) +
          "</details>\n";
  return Text;
}

std::string failureList(const SizeReport &Report) {
  std::string Items;
  for (const ProgramSizes &Program : Report.Programs)
    if (Program.FailedTrials)
      Items += "<li>" + escapeHTML(getFullName(Program)) + ": " +
               plural(Program.FailedTrials, "failed trial") +
               ", whose modules count as under " +
               escapeHTML(Report.BaselineName) + "</li>\n";
  for (const std::string &Failure : Report.Failures)
    Items += "<li>" + escapeHTML(Failure) + "</li>\n";
  return Items.empty() ? "" : "<h2>Left out</h2>\n<ul>\n" + Items + "</ul>\n";
}

/// The programs and how they were measured.
std::string heading(const SizeReport &Report, size_t Linked) {
  std::string Text = "<h1>Program sizes";
  if (!Report.Corpus.empty())
    Text += " of " + escapeHTML(Report.Corpus);
  Text += "</h1>\n<p>" + plural(Report.Programs.size(), "program") +
          " against " + escapeHTML(Report.BaselineName) + ", ";
  if (Linked == 0)
    Text += "link modelled";
  else if (Linked == Report.Programs.size())
    Text += "as really linked";
  else
    Text += std::to_string(Linked) + " as really linked, else link modelled";
  return Text + ". Bytes of code, read-only data and unwind tables. Fewer are "
                "better.</p>\n";
}

} // namespace

std::string formatHTML(const SizeReport &Report) {
  const auto Linked = static_cast<size_t>(std::count_if(
      Report.Programs.begin(), Report.Programs.end(),
      [](const ProgramSizes &Program) { return !Program.Linked.empty(); }));
  std::string Text =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Program sizes</title>\n";
  Text += SizeReportStyle;
  Text += "</head><body>\n" + heading(Report, Linked);
  if (!Report.Programs.empty() && !Report.PolicyNames.empty()) {
    Text += cards(Report);
    // The card of a single program says it all.
    if (Report.Programs.size() > 1)
      Text += summaryTable(Report);
    Text += "<h2>Programs</h2>\n<p>Change of size; bars to the left are "
            "smaller programs.";
    Text += Linked ? " The thin mark is what the model said.</p>\n" : "</p>\n";
    Text += chartPrograms(Report) + numbersTable(Report, Linked > 0);
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy)
      Text += moduleSection(Report, Policy);
  }
  return Text + failureList(Report) + "</body></html>\n";
}

} // namespace mlgo
