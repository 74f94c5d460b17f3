// Counted workloads as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/CountReport.h"
#include "compare/SizeTable.h"
#include "support/Text.h"

namespace mlgo {
namespace {
struct Event {
  const char *Name;
  uint64_t ExecutionCounts::*Count;
};
constexpr Event Events[] = {{"instructions", &ExecutionCounts::Instructions},
                            {"reads", &ExecutionCounts::Reads},
                            {"writes", &ExecutionCounts::Writes}};

using Build = ExecutionCounts ProgramCounts::*;

/// One event's counts as what sizes are summarized from: ratios are ratios.
LinkedSizes ratioOf(const ProgramCounts &Counts, const Event &E,
                    Build Of = &ProgramCounts::Variant) {
  LinkedSizes Ratio;
  Ratio.Package = Counts.Package;
  Ratio.Program = Counts.Program;
  Ratio.Language = Counts.Language;
  Ratio.StockBytes = Counts.Stock.*E.Count;
  Ratio.VariantBytes = Counts.*Of.*E.Count;
  return Ratio;
}

SizeSummary summaryOf(const std::vector<ProgramCounts> &Counts,
                      const LanguageGroup &G, const Event &E,
                      Build Of = &ProgramCounts::Variant) {
  std::vector<LinkedSizes> Chosen;
  for (const ProgramCounts &Program : Counts)
    if (G.has(Program.Language))
      Chosen.push_back(ratioOf(Program, E, Of));
  return summarize(Chosen);
}

/// A line for each language and event, each after \p Who.
std::string describeMeans(const std::vector<ProgramCounts> &Counts, Build Of,
                          const std::string &Who) {
  std::string Text;
  for (const LanguageGroup &G : LanguageGroups)
    for (const Event &E : Events) {
      const SizeSummary Summary = summaryOf(Counts, G, E, Of);
      if (Summary.Programs == 0)
        continue;
      Text += Who + formatText("%-4s %-12s geometric mean %+.2f%%, worst "
                               "%+.2f%% (%s), best %+.2f%% (%s)\n",
                               G.Name, E.Name, Summary.GeometricMean,
                               Summary.Worst, Summary.WorstProgram.c_str(),
                               Summary.Best, Summary.BestProgram.c_str());
    }
  return Text;
}

OrderedJSON summariesAsJSON(const std::vector<ProgramCounts> &Counts,
                            Build Of) {
  OrderedJSON Root;
  for (const LanguageGroup &G : LanguageGroups)
    for (const Event &E : Events)
      Root[G.Name][E.Name] = summaryAsJSON(summaryOf(Counts, G, E, Of));
  return Root;
}

bool hasOther(const std::vector<ProgramCounts> &Counts) {
  return std::any_of(Counts.begin(), Counts.end(), [](const auto &Program) {
    return Program.Other.Instructions != 0;
  });
}
} // namespace

std::string countTable(const std::vector<ProgramCounts> &Counts,
                       const std::string &Against) {
  if (Counts.empty())
    return "";
  std::string Table =
      formatText("%-12s %-20s %-4s", "package", "program", "lang");
  for (const Event &E : Events) {
    Table += formatText(" %14s %8s", E.Name, "change");
  }
  Table += "\n";
  for (const ProgramCounts &Program : Counts) {
    Table += formatText("%-12s %-20s %-4s", Program.Package.c_str(),
                        Program.Program.c_str(), nameOf(Program.Language));
    for (const Event &E : Events) {
      Table +=
          formatText(" %14llu %+7.2f%%",
                     static_cast<unsigned long long>(Program.Stock.*E.Count),
                     ratioOf(Program, E).change());
    }
    Table += "\n";
  }
  Table += "\n" + describeMeans(Counts, &ProgramCounts::Variant, "");
  if (hasOther(Counts))
    Table += describeMeans(Counts, &ProgramCounts::Other, Against + " ");
  return Table;
}

OrderedJSON countsAsJSON(const std::vector<ProgramCounts> &Counts) {
  OrderedJSON Root, Programs = OrderedJSON::array();
  for (const ProgramCounts &Program : Counts) {
    OrderedJSON Entry;
    Entry["package"] = Program.Package;
    Entry["program"] = Program.Program;
    Entry["language"] = nameOf(Program.Language);
    for (const Event &E : Events)
      Entry[E.Name] = {{"stock", Program.Stock.*E.Count},
                       {"variant", Program.Variant.*E.Count},
                       {"change_percent", ratioOf(Program, E).change()}};
    for (const Event &E : Events)
      if (Program.Other.Instructions != 0)
        Entry[E.Name]["other"] = Program.Other.*E.Count;
    Programs.push_back(std::move(Entry));
  }
  Root["programs"] = std::move(Programs);
  Root["summary"] = summariesAsJSON(Counts, &ProgramCounts::Variant);
  if (hasOther(Counts))
    Root["other"] = summariesAsJSON(Counts, &ProgramCounts::Other);
  return Root;
}
} // namespace mlgo
