// A build report as a page
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "embedded/BuildPage.h"
#include "embedded/BuildReportStyle.h"
#include "embedded/PageStyle.h"
#include "report/BuildReportFunctions.h"
#include "report/HTMLChart.h"
#include "report/HTMLText.h"
#include "report/Template.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
static bool isCompared(const ReportedSize &Size) {
  return Size.Stock && Size.Variant;
}

static double changeOf(const ReportedSize &Size) {
  return Size.Stock.value_or(0) ? 100.0 * static_cast<double>(Size.change()) /
                                      static_cast<double>(*Size.Stock)
                                : 0;
}

static const char *colourOf(double Change) {
  const std::string Class = classOfChange(Change, 2);
  return Class == "smaller" ? "good" : Class == "larger" ? "bad" : "same";
}

/// The geometric mean of the changes of the \p I-th size of all programs that
/// have it in both builds, in per cent; false if there are none.
static bool meanOf(const BuildReport &Report, size_t I, double &Mean) {
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

static OrderedJSON cards(const BuildReport &Report) {
  OrderedJSON Cards = OrderedJSON::array();
  if (Report.Programs.empty())
    return Cards;
  const size_t Count = Report.Programs.size();
  for (size_t I = 0; I < Report.Programs[0].Sizes.size(); ++I) {
    double Mean = 0;
    if (!meanOf(Report, I, Mean))
      continue;
    const ReportedSize &First = Report.Programs[0].Sizes[I];
    Cards.push_back(
        {{"name", First.Name},
         {"colour", colourOf(Mean)},
         {"mean", formatPercent(Mean)},
         {"of", Count > 1
                    ? "geometric mean of " + std::to_string(Count) + " programs"
                    : formatBytes(*First.Stock) + " \xE2\x86\x92 " +
                          formatBytes(*First.Variant)}});
  }
  return Cards;
}

static std::string chartPrograms(const BuildReport &Report) {
  constexpr double MinSpan = 1; // Per cent.
  BarChart Chart(2, "\xE2\x80\xAF%", MinSpan);
  for (const ReportedProgram &Program : Report.Programs) {
    if (Program.Sizes.empty() || !isCompared(Program.Sizes[0]))
      return "";
    const ReportedSize &All = Program.Sizes[0];
    BarChart::Row Bar;
    Bar.Name = Program.Name;
    Bar.To = changeOf(All);
    Bar.Hint = Program.Name + ": " + formatBytes(*All.Stock) + " to " +
               formatBytes(*All.Variant) + " bytes";
    Chart.add(std::move(Bar));
  }
  return Chart.str();
}

static OrderedJSON describeProgram(const ReportedProgram &Program, bool IsOpen,
                                   bool HasCards) {
  const bool IsCompared =
      !Program.Sizes.empty() && mlgo::isCompared(Program.Sizes[0]);
  OrderedJSON Sizes = OrderedJSON::array();
  for (const ReportedSize &Size : Program.Sizes)
    Sizes.push_back({{"name", Size.Name},
                     {"stock", formatBytes(Size.Stock.value_or(0))},
                     {"variant", formatBytes(Size.Variant.value_or(0))},
                     {"colour", colourOf(changeOf(Size))},
                     {"change", formatPercent(changeOf(Size))}});
  OrderedJSON Functions = OrderedJSON::array();
  const auto Add = [&](OrderedJSON List) {
    if (!List.is_null())
      Functions.push_back(std::move(List));
  };
  if (Program.HasSymbols && IsCompared) {
    Add(changedFunctions("Functions that shrank", Program.Shrunk,
                         Program.NumShrunk, Program.ShrunkBytes));
    Add(changedFunctions("Functions that grew", Program.Grown, Program.NumGrown,
                         Program.GrownBytes));
  } else if (Program.HasSymbols) {
    Add(decidedFunctions(Program.Shrunk, Program.NumShrunk));
  }
  OrderedJSON Described = {{"name", Program.Name},
                           {"open", IsOpen},
                           {"compared", IsCompared},
                           {"symbols", Program.HasSymbols},
                           {"functions", std::move(Functions)}};
  if (IsCompared) {
    Described["colour"] = colourOf(changeOf(Program.Sizes[0]));
    Described["change"] = formatPercent(changeOf(Program.Sizes[0]));
  }
  // The cards of a single program have its sizes.
  if (!HasCards || !IsCompared)
    Described["table"] = {{"size", std::move(Sizes)}};
  return Described;
}

static OrderedJSON describeTask(const ReportedDecisions &D) {
  const auto Number = [](const std::optional<uint64_t> &N) {
    return N ? formatBytes(static_cast<double>(*N)) : std::string();
  };
  std::string Differ = Number(D.Differ);
  if (D.Decisions.value_or(0))
    Differ += formatText(" (%.1f\xE2\x80\xAF%%)",
                         100.0 * double(D.Differ) / double(*D.Decisions));
  if (D.SavedBytes)
    Differ += " (" + formatBytes(double(std::llabs(*D.SavedBytes))) +
              (*D.SavedBytes < 0 ? " bytes more)" : " bytes less)");
  return {{"name", D.Task},
          {"files", Number(D.Files)},
          {"functions", Number(D.Functions)},
          {"decisions", Number(D.Decisions)},
          {"differ", Differ}};
}

std::string formatHTML(const BuildReport &Report) {
  const bool IsOne = Report.Programs.size() == 1;
  OrderedJSON Page = {{"title", Report.Title},
                      {"command", Report.Command},
                      {"compiler", Report.Compiler},
                      {"style", styleSheet(embedded::PageStyle) +
                                    styleSheet(embedded::BuildReportStyle)}};
  if (OrderedJSON Cards = cards(Report); !Cards.empty())
    Page["cards"] = {{"card", std::move(Cards)}};
  // The cards of a single program say it all.
  if (Report.Programs.size() > 1)
    Page["chart"] = chartPrograms(Report);
  OrderedJSON Programs = OrderedJSON::array();
  for (const ReportedProgram &Program : Report.Programs)
    Programs.push_back(
        describeProgram(Program, &Program == &Report.Programs.front(), IsOne));
  if (!Programs.empty())
    Page["programs"] = {{"heading", IsOne ? "Program" : "Program by program"},
                        {"program", std::move(Programs)}};
  OrderedJSON Tasks = OrderedJSON::array();
  for (const ReportedDecisions &D : Report.Decisions)
    Tasks.push_back(describeTask(D));
  if (!Tasks.empty())
    Page["decisions"] = {{"task", std::move(Tasks)}};
  Page["lists"] = OrderedJSON::array();
  const auto Add = [&](const char *Title,
                       const std::vector<std::string> &Items) {
    if (!Items.empty())
      Page["lists"].push_back({{"title", Title}, {"items", Items}});
  };
  Add(Report.Decisions.empty() ? "Decisions" : "Also", Report.Facts);
  Add("Left out", Report.Notes);
  return fillTemplate(embedded::BuildPage, Page);
}
} // namespace mlgo
