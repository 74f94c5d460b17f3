// Charts of size reports
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SizeReportCharts.h"
#include "report/HTMLChart.h"
#include "report/HTMLText.h"
#include <algorithm>
#include <cmath>

namespace mlgo {
namespace {
struct ModuleChange {
  std::string Name;
  std::string Program;
  double Bytes = 0;
};

/// Bytes gained or lost; none for what is no number. Bounded, so that sums are
/// finite.
double changeOf(double Size, double Baseline) {
  constexpr double Limit = 1e15;
  const double Change = Size - Baseline;
  return std::isfinite(Change) ? std::min(std::max(Change, -Limit), Limit) : 0;
}

void addChanges(const ProgramSizes &Program, size_t Policy,
                std::vector<ModuleChange> &Changes) {
  for (const ModuleSizes &Module : Program.Modules) {
    const double Change = changeOf(Module.Sizes[Policy], Module.Baseline);
    if (Change != 0)
      Changes.push_back({Module.Module, Program.Program, Change});
  }
}

std::string waterfall(std::vector<ModuleChange> Changes, double Total,
                      const std::string &TotalName, bool HasPrograms) {
  constexpr size_t MaxBars = 15;
  constexpr double MinSpan = 10; // Bytes.
  if (Changes.empty() && Total == 0)
    return "";
  std::stable_sort(Changes.begin(), Changes.end(),
                   [](const ModuleChange &A, const ModuleChange &B) {
                     return std::fabs(A.Bytes) > std::fabs(B.Bytes);
                   });
  const size_t Others = Changes.size() > MaxBars ? Changes.size() - MaxBars : 0;
  Changes.resize(Changes.size() - Others);
  BarChart Chart(HasPrograms, 0, "", MinSpan);
  double Level = 0;
  for (const ModuleChange &Change : Changes) {
    BarChart::Row Bar;
    Bar.Name = Change.Name;
    Bar.Series = Change.Program;
    Bar.From = Level;
    Bar.To = Level += Change.Bytes;
    Bar.Hint = Change.Name + ": " + formatNumber(Change.Bytes, 0, true) +
               " bytes, " + formatNumber(Level, 0, true) + " so far";
    Bar.IsLinkedOn = true;
    Chart.add(std::move(Bar));
  }
  // Also what is of no module, or is rounded when it is shared.
  if (Others || std::fabs(Total - Level) >= 0.5) {
    BarChart::Row Rest;
    Rest.Name = Others ? "other modules (" + std::to_string(Others) + ")"
                       : "other bytes";
    Rest.From = Level;
    Rest.To = Total;
    Rest.IsRest = true;
    Rest.IsLinkedOn = true;
    Chart.add(std::move(Rest));
  }
  BarChart::Row Sum;
  Sum.Name = TotalName;
  Sum.To = Total;
  Chart.add(std::move(Sum));
  return Chart.str();
}

std::string hintOf(const SizeReport &Report, const ProgramSizes &Program,
                   size_t Policy) {
  auto Pair = [&](double Before, double After) {
    return formatNumber(Before, 0, false) + " to " +
           formatNumber(After, 0, false) + " bytes";
  };
  std::string Hint =
      getFullName(Program) + " under " + Report.PolicyNames[Policy] + ": ";
  if (Program.linkedChange(Policy))
    Hint +=
        Pair(double(*Program.LinkedBaseline), double(Program.Linked[Policy])) +
        " as linked, ";
  return Hint + Pair(Program.Baseline, Program.Sizes[Policy]) + " as modelled";
}
} // namespace

std::string getFullName(const ProgramSizes &Program) {
  return Program.Package.empty() || Program.Package == Program.Program
             ? Program.Program
             : Program.Package + " / " + Program.Program;
}

std::string chartPrograms(const SizeReport &Report) {
  constexpr double MinSpan = 0.1; // Per cent.
  std::vector<const ProgramSizes *> Programs;
  for (const ProgramSizes &Program : Report.Programs)
    Programs.push_back(&Program);
  std::stable_sort(Programs.begin(), Programs.end(),
                   [](const ProgramSizes *A, const ProgramSizes *B) {
                     return A->reportedChange(0) < B->reportedChange(0);
                   });
  const bool HasSeries = Report.PolicyNames.size() > 1;
  BarChart Chart(HasSeries, 2, "\xE2\x80\xAF%", MinSpan);
  for (const ProgramSizes *Program : Programs)
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
      BarChart::Row Bar;
      if (Policy == 0)
        Bar.Name = getFullName(*Program);
      Bar.Series = Report.PolicyNames[Policy];
      Bar.To = Program->reportedChange(Policy);
      if (Program->linkedChange(Policy))
        Bar.Mark = Program->change(Policy);
      Bar.Hint = hintOf(Report, *Program, Policy);
      Chart.add(std::move(Bar));
    }
  return Chart.str();
}

std::string chartModules(const SizeReport &Report, size_t Policy) {
  std::vector<ModuleChange> Changes;
  double Total = 0;
  const bool IsSingle = Report.Programs.size() == 1;
  for (const ProgramSizes &Program : Report.Programs) {
    addChanges(Program, Policy, Changes);
    Total += changeOf(Program.Sizes[Policy], Program.Baseline);
  }
  return waterfall(std::move(Changes), Total,
                   IsSingle ? "whole program" : "all programs", !IsSingle);
}

std::string chartModules(const ProgramSizes &Program, size_t Policy) {
  std::vector<ModuleChange> Changes;
  addChanges(Program, Policy, Changes);
  return waterfall(std::move(Changes),
                   changeOf(Program.Sizes[Policy], Program.Baseline),
                   "whole program", /*HasPrograms=*/false);
}
} // namespace mlgo
