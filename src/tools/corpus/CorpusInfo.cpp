// What a corpus holds, to be read
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/corpus/CorpusInfo.h"
#include "support/Text.h"
#include <set>

namespace mlgo {
using Row = std::vector<std::string>;

/// Columns aligned, the first and the last to the left.
static std::string formatRows(const std::vector<Row> &Rows) {
  std::vector<size_t> Widths(Rows.front().size());
  for (const Row &R : Rows)
    for (size_t I = 0; I < R.size(); ++I)
      Widths[I] = std::max(Widths[I], R[I].size());
  std::string Text;
  for (const Row &R : Rows) {
    std::string Line;
    for (size_t I = 0; I < R.size(); ++I) {
      const std::string Blanks(Widths[I] - R[I].size(), ' ');
      const bool Left = I == 0 || I + 1 == R.size();
      Line += (I ? "  " : "") + (Left ? R[I] + Blanks : Blanks + R[I]);
    }
    Text += Line.substr(0, Line.find_last_not_of(' ') + 1) + "\n";
  }
  return Text;
}

static Row countCells(const ModuleCounts &Counts) {
  return {std::to_string(Counts.Bytes), std::to_string(Counts.Functions),
          std::to_string(Counts.CallSites)};
}

static std::string joined(const Row &Texts) {
  return joinText(Texts, " ", printable);
}

static void addCounts(OrderedJSON &Value, const ModuleCounts &Counts) {
  Value["bytes"] = Counts.Bytes;
  Value["functions"] = Counts.Functions;
  Value["call_sites"] = Counts.CallSites;
}

ModuleCounts CorpusInfo::total() const {
  ModuleCounts All;
  for (const Result<ModuleCounts> &One : Counts)
    if (One)
      All += *One;
  return All;
}

ModuleCounts CorpusInfo::total(const CorpusProgram &Program) const {
  const std::vector<std::string> Names = modulesOf(Program);
  const std::set<std::string> Wanted(Names.begin(), Names.end());
  ModuleCounts All;
  for (size_t I = 0; I < Counts.size(); ++I)
    if (Counts[I] && Wanted.count(Description.Modules[I]))
      All += *Counts[I];
  return All;
}

size_t CorpusInfo::unreadable() const {
  return std::count_if(Counts.begin(), Counts.end(),
                       [](const auto &One) { return !One; });
}

std::map<std::string, std::vector<std::string>>
CorpusInfo::programsByModule() const {
  std::map<std::string, std::vector<std::string>> Of;
  for (const std::string &Module : Description.Modules)
    Of[Module];
  for (const CorpusProgram &Program : Programs)
    for (const std::string &Module : modulesOf(Program))
      Of[Module].push_back(Program.Name);
  return Of;
}

std::string formatCorpusTable(const CorpusInfo &Info) {
  std::vector<Row> Programs = {
      {"program", "modules", "bytes", "functions", "call sites", "language"}};
  auto AddProgram = [&](const std::string &Name, size_t Modules,
                        const ModuleCounts &Counts, const char *Language) {
    Row R = {printable(Name), std::to_string(Modules)};
    for (std::string &Cell : countCells(Counts))
      R.push_back(std::move(Cell));
    R.push_back(Language);
    Programs.push_back(std::move(R));
  };
  for (const CorpusProgram &Program : Info.Programs)
    AddProgram(Program.Name, modulesOf(Program).size(), Info.total(Program),
               Program.IsCxx ? "C++" : "C");
  AddProgram("(corpus)", Info.Description.Modules.size(), Info.total(), "");

  std::vector<Row> Modules = {
      {"module", "bytes", "functions", "call sites", "programs"}};
  const auto ProgramsOf = Info.programsByModule();
  for (size_t I = 0; I < Info.Counts.size(); ++I) {
    const std::string &Name = Info.Description.Modules[I];
    Row R = {printable(Name)};
    const auto &One = Info.Counts[I];
    for (std::string &Cell : One ? countCells(*One) : Row{"-", "-", "-"})
      R.push_back(std::move(Cell));
    R.push_back(joined(ProgramsOf.at(Name)));
    Modules.push_back(std::move(R));
  }
  std::string Text = formatRows(Programs) + "\n" + formatRows(Modules);
  if (Info.Description.HasThinLTO)
    Text += "\nmodules have ThinLTO indices\n";
  if (Info.unreadable())
    Text += "\n" + std::to_string(Info.unreadable()) +
            (Info.unreadable() == 1
                 ? " module cannot be read and is not counted:\n"
                 : " modules cannot be read and are not counted:\n");
  for (const auto &One : Info.Counts)
    if (!One)
      Text += "  " + printable(One.error().message()) + "\n";
  return Text;
}

std::string formatCorpusJSON(const CorpusInfo &Info) {
  OrderedJSON Root;
  Root["corpus"] = Info.Corpus;
  Root["has_thinlto"] = Info.Description.HasThinLTO;
  Root["module_count"] = Info.Description.Modules.size();
  Root["unreadable_count"] = Info.unreadable();
  addCounts(Root, Info.total());
  Root["programs"] = OrderedJSON::array();
  for (const CorpusProgram &Program : Info.Programs) {
    OrderedJSON Value;
    Value["name"] = Program.Name;
    Value["language"] = Program.IsCxx ? "C++" : "C";
    addCounts(Value, Info.total(Program));
    Value["modules"] = modulesOf(Program);
    Root["programs"].push_back(std::move(Value));
  }
  Root["modules"] = OrderedJSON::array();
  const auto ProgramsOf = Info.programsByModule();
  for (size_t I = 0; I < Info.Counts.size(); ++I) {
    OrderedJSON Value;
    Value["name"] = Info.Description.Modules[I];
    if (Info.Counts[I])
      addCounts(Value, *Info.Counts[I]);
    else
      Value["error"] = Info.Counts[I].error().message();
    Value["programs"] = ProgramsOf.at(Info.Description.Modules[I]);
    Root["modules"].push_back(std::move(Value));
  }
  return toJSONText(Root, 2, /*ASCII=*/true) + "\n";
}
} // namespace mlgo
