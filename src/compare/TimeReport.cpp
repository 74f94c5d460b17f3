// Timed workloads as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/TimeReport.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
namespace {
struct Clock {
  const char *Name;
  const char *Key;
  MedianInterval TimeComparison::*Times;
};
constexpr Clock Clocks[] = {
    {"time", "wall", &TimeComparison::Wall},
    {"of the processor", "processor", &TimeComparison::CPU}};

struct TimeSummary {
  size_t Programs = 0, Slower = 0, Faster = 0;
  double GeometricMean = 0;
};

TimeSummary summaryOf(const std::vector<ProgramTimes> &Times,
                      const LanguageGroup &G, const Clock &C) {
  TimeSummary Summary;
  double Logarithms = 0;
  for (const ProgramTimes &Program : Times) {
    if (!G.has(Program.Language))
      continue;
    const MedianInterval &I = Program.Times.*C.Times;
    ++Summary.Programs;
    Summary.Slower += I.IsCertain && I.Low > 0;
    Summary.Faster += I.IsCertain && I.High < 0;
    Logarithms += std::log1p(I.Median / 100);
  }
  if (Summary.Programs)
    Summary.GeometricMean =
        100 * std::expm1(Logarithms / double(Summary.Programs));
  return Summary;
}
} // namespace

std::string timeTable(const std::vector<ProgramTimes> &Times) {
  if (Times.empty())
    return "";
  char Line[256];
  std::string Table =
      formatText("%-12s %-20s %-4s %5s", "package", "program", "lang", "pairs");
  for (const Clock &C : Clocks) {
    Table += formatText(" %16s %18s", C.Name, "95 % interval");
  }
  Table += "\n";
  for (const ProgramTimes &Program : Times) {
    Table += formatText("%-12s %-20s %-4s %5zu", Program.Package.c_str(),
                        Program.Program.c_str(), nameOf(Program.Language),
                        Program.Times.Pairs);
    for (const Clock &C : Clocks) {
      const MedianInterval &I = Program.Times.*C.Times;
      std::snprintf(Line, sizeof(Line), " %+15.2f%% %+8.2f..%+7.2f%%", I.Median,
                    I.Low, I.High);
      Table += I.IsCertain ? Line : std::string(Line) + " (too few pairs)";
    }
    Table += "\n";
  }
  Table += "\n";
  for (const LanguageGroup &G : LanguageGroups)
    for (const Clock &C : Clocks) {
      const TimeSummary Summary = summaryOf(Times, G, C);
      if (Summary.Programs == 0)
        continue;
      Table +=
          formatText("%-4s %-16s geometric mean %+.2f%%; beyond their "
                     "intervals, %zu of %zu programs are faster, %zu slower\n",
                     G.Name, C.Name, Summary.GeometricMean, Summary.Faster,
                     Summary.Programs, Summary.Slower);
    }
  return Table;
}

OrderedJSON timesAsJSON(const std::vector<ProgramTimes> &Times) {
  OrderedJSON Root, Programs = OrderedJSON::array();
  for (const ProgramTimes &Program : Times) {
    OrderedJSON Entry;
    Entry["package"] = Program.Package;
    Entry["program"] = Program.Program;
    Entry["language"] = nameOf(Program.Language);
    Entry["pairs"] = Program.Times.Pairs;
    for (const Clock &C : Clocks) {
      const MedianInterval &I = Program.Times.*C.Times;
      Entry[C.Key] = {{"change_percent", I.Median},
                      {"low_percent", I.Low},
                      {"high_percent", I.High},
                      {"certain", I.IsCertain}};
    }
    Programs.push_back(std::move(Entry));
  }
  Root["programs"] = std::move(Programs);
  for (const LanguageGroup &G : LanguageGroups)
    for (const Clock &C : Clocks) {
      const TimeSummary Summary = summaryOf(Times, G, C);
      Root["summary"][G.Name][C.Key] = {
          {"programs", Summary.Programs},
          {"geometric_mean_percent", Summary.GeometricMean},
          {"slower", Summary.Slower},
          {"faster", Summary.Faster}};
    }
  return Root;
}
} // namespace mlgo
