//===- ComparisonReport.cpp - Comparisons as table and JSON ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparisonReport.h"

#include "CountReport.h"

#include "mlgo/tensor/JSON.h"

#include <cstdarg>
#include <cstdio>

namespace mlgo {
namespace {

std::string formatted(const char *Format, ...)
    __attribute__((format(printf, 1, 2)));

std::string formatted(const char *Format, ...) {
  char Line[512];
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Line, sizeof(Line), Format, Arguments);
  va_end(Arguments);
  return Line;
}

double differShare(const InlineStatistics &Decisions) {
  return Decisions.Decisions ? 100.0 * static_cast<double>(Decisions.Differ) /
                                   static_cast<double>(Decisions.Decisions)
                             : 0.0;
}

/// The programs of one language, or of both.
struct Group {
  const char *Name;
  bool HasC, HasCxx;
};
constexpr Group Groups[] = {
    {"C", true, false}, {"C++", false, true}, {"all", true, true}};

SizeSummary summaryOf(const ComparisonReport &Report, const Group &G) {
  std::vector<LinkedSizes> Chosen;
  for (const PackageComparison &Package : Report.Packages)
    for (const LinkedSizes &Program : Package.Programs)
      if (Program.IsCxx ? G.HasCxx : G.HasC)
        Chosen.push_back(Program);
  return summarize(Chosen);
}

std::vector<ProgramCounts> countsOf(const ComparisonReport &Report) {
  std::vector<ProgramCounts> Counts;
  for (const PackageComparison &Package : Report.Packages)
    Counts.insert(Counts.end(), Package.Counts.begin(), Package.Counts.end());
  return Counts;
}

} // namespace

std::string toTable(const ComparisonReport &Report) {
  std::string Table = formatted("%-12s %-20s %-4s %10s %10s %9s %10s %8s\n",
                                "package", "program", "lang", "stock",
                                "variant", "change", "decisions", "differ");
  for (const PackageComparison &Package : Report.Packages) {
    bool First = true;
    for (const LinkedSizes &Program : Package.Programs) {
      Table += formatted("%-12s %-20s %-4s %10llu %10llu %+8.2f%%",
                         Program.Package.c_str(), Program.Program.c_str(),
                         Program.IsCxx ? "C++" : "C",
                         static_cast<unsigned long long>(Program.StockBytes),
                         static_cast<unsigned long long>(Program.VariantBytes),
                         Program.change());
      const InlineStatistics &Decisions = Package.Decisions;
      if (First && Decisions.Modules)
        Table += formatted(" %10llu %7.1f%%",
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
  for (const Group &G : Groups) {
    const SizeSummary Summary = summaryOf(Report, G);
    if (Summary.Programs == 0)
      continue;
    Table +=
        formatted("%-4s %3zu program%s geometric mean %+.2f%%, worst "
                  "%+.2f%% (%s), best %+.2f%% (%s)\n",
                  G.Name, Summary.Programs,
                  Summary.Programs == 1 ? ": " : "s:", Summary.GeometricMean,
                  Summary.Worst, Summary.WorstProgram.c_str(), Summary.Best,
                  Summary.BestProgram.c_str());
  }
  const std::string Counts = countTable(countsOf(Report));
  return Counts.empty() ? Table : Table + "\n" + Counts;
}

std::string toJSON(const ComparisonReport &Report) {
  OrderedJSON Root, Packages = OrderedJSON::array();
  for (const PackageComparison &Package : Report.Packages) {
    OrderedJSON Programs = OrderedJSON::array();
    for (const LinkedSizes &Program : Package.Programs)
      Programs.push_back({{"program", Program.Program},
                          {"language", Program.IsCxx ? "C++" : "C"},
                          {"stock_bytes", Program.StockBytes},
                          {"variant_bytes", Program.VariantBytes},
                          {"change_percent", Program.change()}});
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
  for (const Group &G : Groups) {
    const SizeSummary Summary = summaryOf(Report, G);
    Root["summary"][G.Name] = {
        {"programs", Summary.Programs},
        {"geometric_mean_percent", Summary.GeometricMean},
        {"worst_percent", Summary.Worst},
        {"worst_program", Summary.WorstProgram},
        {"best_percent", Summary.Best},
        {"best_program", Summary.BestProgram}};
  }
  if (const auto Counts = countsOf(Report); !Counts.empty())
    Root["counts"] = countsAsJSON(Counts);
  Root["failures"] = Report.Failures;
  return toJSONText(Root, 2) + "\n";
}

} // namespace mlgo
