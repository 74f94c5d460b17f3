// A size report as a table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SizeReport.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
using Row = std::vector<std::string>;

/// Columns grow with their cells, and never shrink below these widths, so that
/// tables of different runs line up. The first four hold names.
constexpr size_t NameColumns = 4;
constexpr size_t MinWidths[] = {12, 20, 4, 19, 11, 10, 9, 10, 10, 9, 8};

static std::string signedPercent(double Value) {
  return formatText("%+.2f%%", Value);
}

static std::string bytes(double Value) {
  if (!std::isfinite(Value))
    return "?";
  return formatText("%.0f", Value);
}

/// Columns that UTF-8 \p Text takes, nearly: its code points.
static size_t widthOf(const std::string &Text) {
  return static_cast<size_t>(std::count_if(
      Text.begin(), Text.end(), [](char C) { return (C & 0xC0) != 0x80; }));
}

static Row rowOf(const ProgramSizes &Program, size_t Policy,
                 const std::string &Name) {
  Row Cells = {printable(Program.Package),
               printable(Program.Program),
               Program.IsCxx ? "C++" : "C",
               printable(Name),
               bytes(Program.Baseline),
               bytes(Program.Sizes[Policy]),
               signedPercent(Program.change(Policy))};
  if (const auto Linked = Program.linkedChange(Policy)) {
    Cells.push_back(std::to_string(*Program.LinkedBaseline));
    Cells.push_back(std::to_string(Program.Linked[Policy]));
    Cells.push_back(signedPercent(*Linked));
    Cells.push_back(signedPercent(*Program.predictionError(Policy)));
  }
  return Cells;
}

static std::string formatRows(const std::vector<Row> &Rows) {
  std::vector<size_t> Widths(std::begin(MinWidths), std::end(MinWidths));
  for (const Row &Cells : Rows)
    for (size_t I = 0; I < Cells.size(); ++I)
      Widths[I] = std::max(Widths[I], widthOf(Cells[I]));
  std::string Table;
  for (const Row &Cells : Rows) {
    for (size_t I = 0; I < Cells.size(); ++I) {
      const std::string Space(Widths[I] - widthOf(Cells[I]), ' ');
      Table += I ? " " : "";
      Table += I < NameColumns ? Cells[I] + Space : Space + Cells[I];
    }
    Table += "\n";
  }
  return Table;
}

/// How the numbers of a summary came about.
static std::string sourceOf(const GroupSummary &All) {
  if (All.Linked == 0)
    return "as modelled";
  if (All.Linked == All.Programs)
    return "as linked";
  return std::to_string(All.Linked) + " of " + std::to_string(All.Programs) +
         " programs as linked, the others as modelled";
}

static std::string summaryOf(const SizeReport &Report, size_t Policy) {
  std::string Text = "\n" + printable(Report.PolicyNames[Policy]) +
                     " against " + printable(Report.BaselineName) + ", " +
                     sourceOf(summarize(Report, Policy, ProgramGroup::All)) +
                     ":\n";
  for (const ProgramGroup Group :
       {ProgramGroup::C, ProgramGroup::Cxx, ProgramGroup::All}) {
    const GroupSummary S = summarize(Report, Policy, Group);
    if (S.Programs == 0)
      continue;
    Text += formatText("  %-4s%3zu %-9s ", getName(Group), S.Programs,
                       S.Programs == 1 ? "program:" : "programs:") +
            ("geometric mean " + signedPercent(S.GeometricMean));
    // One program has no spread.
    if (S.Programs > 1)
      Text += " (95% of resamples " + signedPercent(S.Low) + " to " +
              signedPercent(S.High) + ")";
    Text += ", worst " + signedPercent(S.Worst) + " (" +
            printable(S.WorstProgram) + "), best " + signedPercent(S.Best) +
            " (" + printable(S.BestProgram) + ")\n";
  }
  const PredictionError P = summarizePrediction(Report, Policy);
  if (P.Programs)
    Text += "  model's error: " + signedPercent(P.MeanPoints).substr(1) +
            " on average, largest " + signedPercent(P.LargestPoints) + " (" +
            printable(P.LargestProgram) + ")\n";
  return Text;
}

std::string formatTable(const SizeReport &Report) {
  std::vector<Row> Rows = {{"package", "program", "lang", "policy",
                            printable(Report.BaselineName), "size", "change"}};
  if (std::any_of(Report.Programs.begin(), Report.Programs.end(),
                  [](const ProgramSizes &P) { return !P.Linked.empty(); }))
    Rows[0].insert(Rows[0].end(), {"linked", "size", "change", "error"});
  for (const ProgramSizes &Program : Report.Programs)
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy)
      Rows.push_back(rowOf(Program, Policy, Report.PolicyNames[Policy]));
  std::string Table = formatRows(Rows);
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy)
    Table += summaryOf(Report, Policy);
  for (const ProgramSizes &Program : Report.Programs)
    if (Program.FailedTrials)
      Table += printable(Program.Program) + ": " +
               std::to_string(Program.FailedTrials) +
               " failed trials, whose modules count as under " +
               printable(Report.BaselineName) + "\n";
  for (const std::string &Failure : Report.Failures)
    Table += "left out: " + printable(Failure) + "\n";
  return Table;
}
} // namespace mlgo
