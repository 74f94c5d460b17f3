// A size report as JSON and CSV
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SizeReport.h"
#include "support/Text.h"
#include "tensor/JSON.h"
#include <cmath>

namespace mlgo {
/// A comma and the value; nothing behind the comma for what is no number.
static std::string field(const char *Format, double Value) {
  if (!std::isfinite(Value))
    return ",";
  return formatText(Format, Value);
}

std::string formatJSON(const SizeReport &Report) {
  OrderedJSON Root;
  if (!Report.Corpus.empty())
    Root["corpus"] = Report.Corpus;
  Root["baseline"] = Report.BaselineName;
  Root["policies"] = OrderedJSON::array();
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
    OrderedJSON Entry;
    Entry["name"] = Report.PolicyNames[Policy];
    for (const ProgramGroup Group :
         {ProgramGroup::C, ProgramGroup::Cxx, ProgramGroup::All}) {
      const GroupSummary S = summarize(Report, Policy, Group);
      Entry["summary"][getName(Group)] = {
          {"programs", S.Programs},
          {"linked_programs", S.Linked},
          {"geometric_mean_percent", S.GeometricMean},
          {"low_percent", S.Low},
          {"high_percent", S.High},
          {"worst_percent", S.Worst},
          {"worst_program", S.WorstProgram},
          {"best_percent", S.Best},
          {"best_program", S.BestProgram}};
    }
    const PredictionError P = summarizePrediction(Report, Policy);
    if (P.Programs)
      Entry["prediction_error"] = {{"programs", P.Programs},
                                   {"mean_points", P.MeanPoints},
                                   {"largest_points", P.LargestPoints},
                                   {"largest_program", P.LargestProgram}};
    Root["policies"].push_back(std::move(Entry));
  }
  Root["programs"] = OrderedJSON::array();
  for (const ProgramSizes &Program : Report.Programs) {
    OrderedJSON Entry;
    Entry["package"] = Program.Package;
    Entry["program"] = Program.Program;
    Entry["language"] = Program.IsCxx ? "C++" : "C";
    Entry["baseline_bytes"] = Program.Baseline;
    Entry["bytes"] = Program.Sizes;
    Entry["change_percent"] = OrderedJSON::array();
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy)
      Entry["change_percent"].push_back(Program.change(Policy));
    if (Program.LinkedBaseline) {
      Entry["linked_baseline_bytes"] = *Program.LinkedBaseline;
      Entry["linked_bytes"] = Program.Linked;
      Entry["linked_change_percent"] = OrderedJSON::array();
      for (size_t Policy = 0; Policy < Program.Linked.size(); ++Policy)
        Entry["linked_change_percent"].push_back(*Program.linkedChange(Policy));
    }
    Entry["failed_trials"] = Program.FailedTrials;
    Entry["modules"] = OrderedJSON::array();
    for (const ModuleSizes &Module : Program.Modules)
      Entry["modules"].push_back({{"module", Module.Module},
                                  {"baseline_bytes", Module.Baseline},
                                  {"bytes", Module.Sizes}});
    Root["programs"].push_back(std::move(Entry));
  }
  Root["failures"] = Report.Failures;
  return toJSONText(Root, 2) + "\n";
}

std::string formatCSV(const SizeReport &Report) {
  std::string Text = "package,program,language,policy,baseline_bytes,bytes,"
                     "change_percent,linked_baseline_bytes,linked_bytes,"
                     "linked_change_percent\r\n";
  for (const ProgramSizes &Program : Report.Programs)
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
      Text += quoteField(Program.Package) + "," + quoteField(Program.Program) +
              (Program.IsCxx ? ",C++," : ",C,") +
              quoteField(Report.PolicyNames[Policy]);
      Text += field(",%.0f", Program.Baseline) +
              field(",%.0f", Program.Sizes[Policy]) +
              field(",%.4f", Program.change(Policy));
      if (const auto Linked = Program.linkedChange(Policy)) {
        Text += "," + std::to_string(*Program.LinkedBaseline) + "," +
                std::to_string(Program.Linked[Policy]) +
                field(",%.4f", *Linked);
      } else {
        Text += ",,,";
      }
      Text += "\r\n";
    }
  return Text;
}
} // namespace mlgo
