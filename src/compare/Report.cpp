// Comparisons as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Report.h"
#include "compare/CountReport.h"
#include "compare/GuardReport.h"
#include "compare/OtherReport.h"
#include "compare/SizeTable.h"
#include "compare/TimeReport.h"
#include "support/ChildProcess.h"
#include "support/Text.h"
#include <fstream>

namespace mlgo {
namespace {
double differShare(const InlineStatistics &Decisions) {
  return Decisions.Decisions ? 100.0 * static_cast<double>(Decisions.Differ) /
                                   static_cast<double>(Decisions.Decisions)
                             : 0.0;
}

/// Of sizes, or of what \p Column says.
SizeSummary summaryOf(const ComparisonReport &Report, const LanguageGroup &G,
                      const SizeColumn *Column = nullptr) {
  std::vector<LinkedSizes> Chosen;
  for (const PackageComparison &Package : Report.Packages)
    for (const LinkedSizes &Program : Package.Programs)
      if (G.has(Program.Language))
        Chosen.push_back(Column ? Program.by(*Column) : Program);
  return summarize(Chosen);
}

/// What \p Member holds of all packages.
template <class T>
std::vector<T> gather(const ComparisonReport &Report,
                      std::vector<T> PackageComparison::*Member) {
  std::vector<T> All;
  for (const PackageComparison &Package : Report.Packages)
    All.insert(All.end(), (Package.*Member).begin(), (Package.*Member).end());
  return All;
}

/// The first line of what clang says of itself; empty if it says nothing.
std::string compilerVersion(unsigned LLVMMajor) {
  ChildCommand Command;
  Command.Arguments = {"clang-" + std::to_string(LLVMMajor), "--version"};
  Command.DeadlineSeconds = 60;
  Result<ChildOutcome> Outcome = runChild(Command);
  if (!Outcome)
    return "";
  return Outcome->Output.substr(0, Outcome->Output.find('\n'));
}

/// As Linux names it.
std::string processorName() {
  std::ifstream File("/proc/cpuinfo");
  for (std::string Line; std::getline(File, Line);)
    if (Line.compare(0, 10, "model name") == 0)
      return Line.substr(std::min(Line.find(':') + 2, Line.size()));
  return "";
}
} // namespace

void nameHost(ComparisonReport &Report, unsigned LLVMMajor) {
  Report.Compiler = compilerVersion(LLVMMajor);
  Report.Processor = processorName();
}

OrderedJSON programAsJSON(const LinkedSizes &Program,
                          const std::vector<SizeColumn> &Columns) {
  OrderedJSON Entry = {{"program", Program.Program},
                       {"language", nameOf(Program.Language)},
                       {"stock_bytes", Program.StockBytes},
                       {"variant_bytes", Program.VariantBytes},
                       {"change_percent", Program.change()}};
  for (const SizeColumn &Column : Columns) {
    const LinkedSizes By = Program.by(Column);
    Entry[Column.Name] = {{"stock_bytes", By.StockBytes},
                          {"variant_bytes", By.VariantBytes},
                          {"change_percent", By.change()}};
  }
  return Entry;
}

std::string toTable(const ComparisonReport &Report) {
  const SizeTable Sizes(gather(Report, &PackageComparison::Programs),
                        Report.Columns);
  std::string Table =
      Report.IsOfFiles ? Sizes.header("before", "after") + "\n"
                       : Sizes.header("stock") +
                             formatText(" %10s %8s\n", "decisions", "differ");
  for (const PackageComparison &Package : Report.Packages) {
    bool First = true;
    for (const LinkedSizes &Program : Package.Programs) {
      Table += Sizes.row(Program);
      const InlineStatistics &Decisions = Package.Decisions;
      if (First && Decisions.Modules)
        Table +=
            formatText(" %10llu %7.1f%%",
                       static_cast<unsigned long long>(Decisions.Decisions),
                       differShare(Decisions));
      Table += "\n";
      First = false;
    }
  }
  Table += "\n";
  if (!Report.Compiler.empty())
    Table += Report.Compiler + " on " +
             (Report.Processor.empty() ? "x86-64" : Report.Processor) + "\n";
  for (const LanguageGroup &G : LanguageGroups) {
    const SizeSummary Summary = summaryOf(Report, G);
    if (Summary.Programs == 0)
      continue;
    Table +=
        formatText("%-4s %3zu program%s geometric mean %+.2f%%, worst "
                   "%+.2f%% (%s), best %+.2f%% (%s)\n",
                   G.Name, Summary.Programs,
                   Summary.Programs == 1 ? ": " : "s:", Summary.GeometricMean,
                   Summary.Worst, Summary.WorstProgram.c_str(), Summary.Best,
                   Summary.BestProgram.c_str());
    const char *Separator = "     geometric means:";
    for (const SizeColumn &Column : Report.Columns) {
      Table += formatText("%s %s %+.2f%%", Separator, Column.Title,
                          summaryOf(Report, G, &Column).GeometricMean);
      Separator = ",";
    }
    if (!Report.Columns.empty())
      Table += "\n";
  }
  for (const std::string &More :
       {otherTable(Report.Against, gather(Report, &PackageComparison::Programs),
                   Report.Columns),
        functionTable(Report.Against,
                      gather(Report, &PackageComparison::Functions)),
        countTable(gather(Report, &PackageComparison::Counts), Report.Against),
        timeTable(gather(Report, &PackageComparison::Times))})
    if (!More.empty())
      Table += "\n" + More;
  return Table;
}

std::string toJSON(const ComparisonReport &Report) {
  OrderedJSON Root, Packages = OrderedJSON::array();
  for (const PackageComparison &Package : Report.Packages) {
    OrderedJSON Programs = OrderedJSON::array();
    for (const LinkedSizes &Program : Package.Programs)
      Programs.push_back(programAsJSON(Program, Report.Columns));
    OrderedJSON Entry;
    Entry["package"] =
        Package.Programs.empty() ? "" : Package.Programs[0].Package;
    Entry["programs"] = std::move(Programs);
    Entry["modules"] = Package.Decisions.Modules;
    Entry["decisions"] = Package.Decisions.Decisions;
    Entry["inlined"] = Package.Decisions.Inlined;
    Entry["differ"] = Package.Decisions.Differ;
    Entry["differ_percent"] = differShare(Package.Decisions);
    Entry["abstained"] = Package.Decisions.Abstained;
    Packages.push_back(std::move(Entry));
  }
  Root["compiler"] = Report.Compiler;
  Root["processor"] = Report.Processor;
  Root["packages"] = std::move(Packages);
  for (const LanguageGroup &G : LanguageGroups) {
    Root["summary"][G.Name] = summaryAsJSON(summaryOf(Report, G));
    for (const SizeColumn &Column : Report.Columns)
      Root["summary"][G.Name]
          [std::string(Column.Name) + "_geometric_mean_percent"] =
              summaryOf(Report, G, &Column).GeometricMean;
  }
  if (!Report.Against.empty()) {
    Root["against"] = otherAsJSON(Report.Against,
                                  gather(Report, &PackageComparison::Programs),
                                  Report.Columns);
    Root["against"]["functions"] =
        functionsAsJSON(gather(Report, &PackageComparison::Functions));
  }
  if (const auto Counts = gather(Report, &PackageComparison::Counts);
      !Counts.empty())
    Root["counts"] = countsAsJSON(Counts);
  if (const auto Times = gather(Report, &PackageComparison::Times);
      !Times.empty())
    Root["times"] = timesAsJSON(Times);
  if (!Report.Checks.empty())
    Root["checks"] = checksAsJSON(Report.Checks);
  Root["failures"] = Report.Failures;
  return toJSONText(Root, 2) + "\n";
}
} // namespace mlgo
