// A size report as a page
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "embedded/SizePage.h"
#include "embedded/SizeReportStyle.h"
#include "report/HTMLChart.h"
#include "report/HTMLText.h"
#include "report/SizeReportCharts.h"
#include "report/Template.h"
#include <algorithm>
#include <cmath>

namespace mlgo {
namespace {
/// Says whether a group's mean is surely smaller, surely larger or neither.
const char *trendOf(const GroupSummary &S) {
  return S.High < 0 ? "good" : S.Low > 0 ? "bad" : "same";
}

std::string intervalText(const GroupSummary &S) {
  return formatPercent(S.Low) + " to " + formatPercent(S.High);
}

/// For each policy, a number to remember.
OrderedJSON cards(const SizeReport &Report) {
  OrderedJSON Cards = OrderedJSON::array();
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
    const GroupSummary S = summarize(Report, Policy, ProgramGroup::All);
    const PredictionError P = summarizePrediction(Report, Policy);
    Cards.push_back(
        {{"name", Report.PolicyNames[Policy]},
         {"trend", trendOf(S)},
         {"mean", formatPercent(S.GeometricMean)},
         {"interval", S.Programs > 1 ? intervalText(S) : ""},
         {"program", S.WorstProgram},
         {"error", P.Programs ? formatNumber(P.MeanPoints, 2, false) : ""}});
  }
  return Cards;
}

struct SummaryLine {
  std::string Policy;
  ProgramGroup Group;
  GroupSummary Summary;
};

/// The interval is a line, too, its mean a point, and zero a fine line.
OrderedJSON summaryRow(const SummaryLine &Line, const ChartScale &Scale) {
  const GroupSummary &S = Line.Summary;
  const auto At = [&](double Value) {
    return formatNumber(4 + 1.2 * Scale.at(Value), 1, false);
  };
  const std::string Count = std::to_string(S.Programs);
  const bool IsAll = Line.Group == ProgramGroup::All;
  return {{"all", IsAll},
          {"name", Line.Policy},
          {"programs",
           IsAll ? "all " + Count : Count + " in " + getName(Line.Group)},
          {"mean", formatPercent(S.GeometricMean)},
          {"interval", S.Programs > 1 ? intervalText(S) : "one program"},
          {"trend", trendOf(S)},
          {"zero", At(0)},
          {"low", At(S.Low)},
          {"high", At(S.High)},
          {"middle", At(S.GeometricMean)},
          {"worst", formatPercent(S.Worst)},
          {"worstprogram", S.WorstProgram},
          {"best", formatPercent(S.Best)},
          {"bestprogram", S.BestProgram}};
}

OrderedJSON summaryRows(const SizeReport &Report) {
  std::vector<SummaryLine> Lines;
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
  OrderedJSON Rows = OrderedJSON::array();
  for (const SummaryLine &Line : Lines)
    Rows.push_back(summaryRow(Line, Scale));
  return Rows;
}

OrderedJSON numbers(const SizeReport &Report, bool IsLinked) {
  OrderedJSON Rows = OrderedJSON::array();
  for (const ProgramSizes &Program : Report.Programs)
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
      std::vector<std::string> Cells = {formatBytes(Program.Baseline),
                                        formatBytes(Program.Sizes[Policy]),
                                        formatPercent(Program.change(Policy))};
      if (const auto Linked = Program.linkedChange(Policy))
        Cells.insert(Cells.end(),
                     {formatBytes(double(*Program.LinkedBaseline)),
                      formatBytes(double(Program.Linked[Policy])),
                      formatPercent(*Linked),
                      formatPercent(*Program.predictionError(Policy))});
      else if (IsLinked)
        Cells.resize(Cells.size() + 4);
      Rows.push_back({{"program", getFullName(Program)},
                      {"language", Program.IsCxx ? "C++" : "C"},
                      {"policy", Report.PolicyNames[Policy]},
                      {"cells", std::move(Cells)}});
    }
  return Rows;
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

OrderedJSON modules(const SizeReport &Report) {
  OrderedJSON Policies = OrderedJSON::array();
  if (std::all_of(Report.Programs.begin(), Report.Programs.end(),
                  [](const ProgramSizes &P) { return P.Modules.empty(); }))
    return Policies;
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
    OrderedJSON Programs = OrderedJSON::array();
    if (Report.Programs.size() > 1)
      for (const ProgramSizes *Program : chooseLargest(Report, Policy))
        Programs.push_back(
            {{"name", getFullName(*Program)},
             {"bytes", formatNumber(Program->Sizes[Policy] - Program->Baseline,
                                    0, true)},
             {"chart", chartModules(*Program, Policy)}});
    Policies.push_back({{"name", Report.PolicyNames[Policy]},
                        {"chart", chartModules(Report, Policy)},
                        {"program", std::move(Programs)}});
  }
  return Policies;
}

std::vector<std::string> listFailures(const SizeReport &Report) {
  std::vector<std::string> Items;
  for (const ProgramSizes &Program : Report.Programs)
    if (Program.FailedTrials)
      Items.push_back(getFullName(Program) + ": " +
                      formatCount(Program.FailedTrials, "failed trial") +
                      ", whose modules count as under " + Report.BaselineName);
  Items.insert(Items.end(), Report.Failures.begin(), Report.Failures.end());
  return Items;
}
} // namespace

std::string formatHTML(const SizeReport &Report) {
  const auto Linked = static_cast<size_t>(std::count_if(
      Report.Programs.begin(), Report.Programs.end(),
      [](const ProgramSizes &Program) { return !Program.Linked.empty(); }));
  OrderedJSON Page = {
      {"style", styleSheet(embedded::SizeReportStyle)},
      {"corpus", Report.Corpus},
      {"count", formatCount(Report.Programs.size(), "program")},
      {"baseline", Report.BaselineName},
      {"how",
       Linked == 0 ? "link modelled"
       : Linked == Report.Programs.size()
           ? "as really linked"
           : std::to_string(Linked) + " as really linked, else link modelled"}};
  if (!Report.Programs.empty() && !Report.PolicyNames.empty()) {
    std::vector<std::string> Headings = {Report.BaselineName, "size", "change"};
    if (Linked)
      Headings.insert(Headings.end(),
                      {Report.BaselineName + ", linked", "size, linked",
                       "change, linked", "model's error"});
    Page["measured"] = {{"card", cards(Report)},
                        {"linked", Linked > 0},
                        {"chart", chartPrograms(Report)},
                        {"headings", std::move(Headings)},
                        {"numbers", numbers(Report, Linked > 0)},
                        {"modules", modules(Report)}};
    // The card of a single program says it all.
    if (Report.Programs.size() > 1)
      Page["measured"]["summary"] = {{"row", summaryRows(Report)}};
  }
  if (const auto Failures = listFailures(Report); !Failures.empty())
    Page["failures"] = {{"item", Failures}};
  return fillTemplate(embedded::SizePage, Page);
}
} // namespace mlgo
