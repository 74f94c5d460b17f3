//===- SizeReportText.cpp - A size report as table, JSON and CSV ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/tensor/JSON.h"
#include "mlgo/train/SizeReport.h"

#include <algorithm>
#include <cstdio>

namespace mlgo {
namespace {

constexpr ProgramGroup Groups[] = {ProgramGroup::C, ProgramGroup::Cxx,
                                   ProgramGroup::All};

std::string signedPercent(double Value) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%+.2f%%", Value);
  return Text;
}

std::string padded(std::string Text, size_t Width, bool Left) {
  if (Text.size() < Width)
    Text.insert(Left ? Text.size() : 0, Width - Text.size(), ' ');
  return Text;
}

std::string integer(double Value) {
  return std::to_string(static_cast<unsigned long long>(Value + 0.5));
}

void addRow(std::string &Table, const ProgramSizes &Program, size_t Policy,
            const std::string &Name) {
  Table +=
      padded(Program.Package, 13, true) + padded(Program.Program, 21, true) +
      padded(Program.IsCxx ? "C++" : "C", 5, true) + padded(Name, 20, true) +
      padded(integer(Program.Baseline), 11, false) +
      padded(integer(Program.Sizes[Policy]), 11, false) +
      padded(signedPercent(Program.change(Policy)), 10, false);
  if (const auto Linked = Program.linkedChange(Policy)) {
    Table += padded(std::to_string(*Program.LinkedBaseline), 11, false) +
             padded(std::to_string(Program.Linked[Policy]), 11, false) +
             padded(signedPercent(*Linked), 10, false) +
             padded(signedPercent(Program.change(Policy) - *Linked), 9, false);
  }
  Table += "\n";
}

bool isLinked(const SizeReport &Report) {
  return std::any_of(Report.Programs.begin(), Report.Programs.end(),
                     [](const ProgramSizes &P) { return !P.Linked.empty(); });
}

std::string quoted(const std::string &Field) {
  if (Field.find_first_of(",\"\r\n") == Field.npos)
    return Field;
  std::string Text = "\"";
  for (const char C : Field)
    Text += C == '"' ? "\"\"" : std::string(1, C);
  return Text + "\"";
}

} // namespace

std::string formatTable(const SizeReport &Report) {
  std::string Table = padded("package", 13, true) +
                      padded("program", 21, true) + padded("lang", 5, true) +
                      padded("policy", 20, true) +
                      padded(Report.BaselineName, 11, false) +
                      padded("size", 11, false) + padded("change", 10, false);
  if (isLinked(Report))
    Table += padded("linked", 11, false) + padded("size", 11, false) +
             padded("change", 10, false) + padded("error", 9, false);
  Table += "\n";
  for (const ProgramSizes &Program : Report.Programs)
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy)
      addRow(Table, Program, Policy, Report.PolicyNames[Policy]);
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
    Table += "\n" + Report.PolicyNames[Policy] + " against " +
             Report.BaselineName +
             (isLinked(Report) ? ", as linked:\n" : ", as modelled:\n");
    for (const ProgramGroup Group : Groups) {
      const GroupSummary S = summarize(Report, Policy, Group);
      if (S.Programs == 0)
        continue;
      Table += "  " + padded(getName(Group), 4, true) +
               padded(std::to_string(S.Programs), 3, false) +
               (S.Programs == 1 ? " program:  " : " programs: ") +
               "geometric mean " + signedPercent(S.GeometricMean) +
               " (95% of resamples " + signedPercent(S.Low) + " to " +
               signedPercent(S.High) + "), worst " + signedPercent(S.Worst) +
               " (" + S.WorstProgram + "), best " + signedPercent(S.Best) +
               " (" + S.BestProgram + ")\n";
    }
  }
  for (const std::string &Failure : Report.Failures)
    Table += "left out: " + Failure + "\n";
  return Table;
}

std::string formatJSON(const SizeReport &Report) {
  OrderedJSON Root;
  Root["baseline"] = Report.BaselineName;
  Root["policies"] = OrderedJSON::array();
  for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
    OrderedJSON Entry;
    Entry["name"] = Report.PolicyNames[Policy];
    for (const ProgramGroup Group : Groups) {
      const GroupSummary S = summarize(Report, Policy, Group);
      Entry["summary"][getName(Group)] = {
          {"programs", S.Programs},
          {"geometric_mean_percent", S.GeometricMean},
          {"low_percent", S.Low},
          {"high_percent", S.High},
          {"worst_percent", S.Worst},
          {"worst_program", S.WorstProgram},
          {"best_percent", S.Best},
          {"best_program", S.BestProgram}};
    }
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
    if (Program.LinkedBaseline) {
      Entry["linked_baseline_bytes"] = *Program.LinkedBaseline;
      Entry["linked_bytes"] = Program.Linked;
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
  return Root.dump(2, ' ', false, OrderedJSON::error_handler_t::replace) + "\n";
}

std::string formatCSV(const SizeReport &Report) {
  std::string Text = "package,program,language,policy,baseline_bytes,bytes,"
                     "change_percent,linked_baseline_bytes,linked_bytes,"
                     "linked_change_percent\r\n";
  char Number[64];
  for (const ProgramSizes &Program : Report.Programs)
    for (size_t Policy = 0; Policy < Report.PolicyNames.size(); ++Policy) {
      Text += quoted(Program.Package) + "," + quoted(Program.Program) +
              (Program.IsCxx ? ",C++," : ",C,") +
              quoted(Report.PolicyNames[Policy]);
      std::snprintf(Number, sizeof(Number), ",%.0f,%.0f,%.4f", Program.Baseline,
                    Program.Sizes[Policy], Program.change(Policy));
      Text += Number;
      if (const auto Linked = Program.linkedChange(Policy)) {
        std::snprintf(Number, sizeof(Number), ",%llu,%llu,%.4f",
                      static_cast<unsigned long long>(*Program.LinkedBaseline),
                      static_cast<unsigned long long>(Program.Linked[Policy]),
                      *Linked);
        Text += Number;
      } else {
        Text += ",,,";
      }
      Text += "\r\n";
    }
  return Text;
}

} // namespace mlgo
