// A matrix of comparisons as table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/MatrixReport.h"
#include "compare/Report.h"
#include "support/Text.h"

namespace mlgo {
static std::string percent(double Change) {
  return formatText("%+.2f %%", Change);
}

static std::vector<LinkedSizes> programsOf(const MatrixCell &Cell,
                                           ProgramLanguage Language) {
  std::vector<LinkedSizes> Chosen;
  for (const PackageComparison &Package : Cell.Packages)
    for (const LinkedSizes &Program : Package.Programs)
      if (Program.Language == Language)
        Chosen.push_back(Program);
  return Chosen;
}

static SizeSummary summaryBy(const std::vector<LinkedSizes> &Programs,
                             const SizeColumn &Column) {
  std::vector<LinkedSizes> By;
  for (const LinkedSizes &Program : Programs)
    By.push_back(Program.by(Column));
  return summarize(By);
}

/// The part of a line that is about one language.
static std::string describe(const std::vector<LinkedSizes> &Programs,
                            const std::vector<SizeColumn> &Columns) {
  const SizeSummary Summary = summarize(Programs);
  std::string Text = " | ";
  if (Programs.empty())
    Text += "none | ";
  else
    Text += percent(Summary.GeometricMean) + " (" +
            std::to_string(Summary.Programs) + ") | " + percent(Summary.Worst) +
            " (" + Summary.WorstProgram + ")";
  for (const SizeColumn &Column : Columns)
    Text += " | " + (Programs.empty()
                         ? std::string()
                         : percent(summaryBy(Programs, Column).GeometricMean));
  return Text;
}

/// What is beyond target and level.
static std::string variantOf(const BuildSettings &Settings) {
  return std::string(Settings.HasUnwindTables ? "yes" : "no") +
         (Settings.ICF.empty() ? "" : ", icf " + Settings.ICF) +
         (Settings.HasOutliner ? "" : ", no outliner");
}

static OrderedJSON summaryAsJSON(const std::vector<LinkedSizes> &Programs,
                                 const std::vector<SizeColumn> &Columns) {
  const SizeSummary Summary = summarize(Programs);
  OrderedJSON Entry = {{"programs", Summary.Programs},
                       {"geometric_mean_percent", Summary.GeometricMean},
                       {"worst_percent", Summary.Worst},
                       {"worst_program", Summary.WorstProgram}};
  for (const SizeColumn &Column : Columns)
    Entry[std::string(Column.Name) + "_geometric_mean_percent"] =
        summaryBy(Programs, Column).GeometricMean;
  return Entry;
}

std::string toMarkdown(const std::vector<MatrixCell> &Cells,
                       const std::vector<SizeColumn> &Columns) {
  std::string Head = "| target | level | unwind tables", Rule = "|---|---|---";
  for (const char *Language : {"C", "C++"}) {
    Head += std::string(" | ") + Language + " | worst " + Language + " program";
    Rule += "|---|---";
    for (const SizeColumn &Column : Columns) {
      Head += std::string(" | ") + Language + " " + Column.Title;
      Rule += "|---";
    }
  }
  std::string Table = Head + " |\n" + Rule + "|\n", LeftOut;
  for (const MatrixCell &Cell : Cells) {
    Table += "| " + Cell.Settings.Target + " | -" + Cell.Settings.Level +
             " | " + variantOf(Cell.Settings) +
             describe(programsOf(Cell, ProgramLanguage::C), Columns) +
             describe(programsOf(Cell, ProgramLanguage::Cxx), Columns) + " |\n";
    for (const std::string &Failure : Cell.Failures)
      LeftOut += "- " + Cell.Settings.describe() + ": " + Failure + "\n";
  }
  return Table + (LeftOut.empty() ? "" : "\nLeft out:\n\n" + LeftOut);
}

std::string toJSON(const std::vector<MatrixCell> &Cells,
                   const std::vector<SizeColumn> &Columns) {
  OrderedJSON Root = OrderedJSON::array();
  for (const MatrixCell &Cell : Cells) {
    OrderedJSON Programs = OrderedJSON::array();
    for (const PackageComparison &Package : Cell.Packages)
      for (const LinkedSizes &Program : Package.Programs)
        Programs.push_back(programAsJSON(Program, Columns));
    Root.push_back({{"target", Cell.Settings.Target},
                    {"level", Cell.Settings.Level},
                    {"unwind_tables", Cell.Settings.HasUnwindTables},
                    {"icf", Cell.Settings.ICF},
                    {"outliner", Cell.Settings.HasOutliner},
                    {"C", summaryAsJSON(programsOf(Cell, ProgramLanguage::C),
                                        Columns)},
                    {"C++",
                     summaryAsJSON(programsOf(Cell, ProgramLanguage::Cxx),
                                   Columns)},
                    {"programs", std::move(Programs)},
                    {"failures", Cell.Failures}});
  }
  return toJSONText(Root, 2) + "\n";
}
} // namespace mlgo
