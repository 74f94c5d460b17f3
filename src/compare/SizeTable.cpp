// Lines of sizes, a program each
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/SizeTable.h"
#include "support/Text.h"

namespace mlgo {
SizeTable::SizeTable(const std::vector<LinkedSizes> &Programs,
                     const std::vector<SizeColumn> &Columns)
    : Columns(Columns) {
  for (const LinkedSizes &Program : Programs) {
    PackageWidth = std::max(PackageWidth, int(Program.Package.size()));
    ProgramWidth = std::max(ProgramWidth, int(Program.Program.size()));
  }
}

std::string SizeTable::header(const char *Stock, const char *Variant) const {
  std::string Line =
      formatText("%-*s %-*s %-4s %10s %10s %9s", PackageWidth, "package",
                 ProgramWidth, "program", "lang", Stock, Variant, "change");
  for (const SizeColumn &Column : Columns)
    Line += formatText(" %10s %9s", Column.Title, "change");
  return Line;
}

std::string SizeTable::row(const LinkedSizes &Program) const {
  std::string Line = formatText(
      "%-*s %-*s %-4s %10llu %10llu %+8.2f%%", PackageWidth,
      Program.Package.c_str(), ProgramWidth, Program.Program.c_str(),
      nameOf(Program.Language),
      static_cast<unsigned long long>(Program.StockBytes),
      static_cast<unsigned long long>(Program.VariantBytes), Program.change());
  for (const SizeColumn &Column : Columns) {
    const LinkedSizes By = Program.by(Column);
    Line +=
        formatText(" %10llu %+8.2f%%",
                   static_cast<unsigned long long>(By.StockBytes), By.change());
  }
  return Line;
}

OrderedJSON summaryAsJSON(const SizeSummary &Summary) {
  return {{"programs", Summary.Programs},
          {"geometric_mean_percent", Summary.GeometricMean},
          {"worst_percent", Summary.Worst},
          {"worst_program", Summary.WorstProgram},
          {"best_percent", Summary.Best},
          {"best_program", Summary.BestProgram}};
}
} // namespace mlgo
