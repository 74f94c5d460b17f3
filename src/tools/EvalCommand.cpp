// mlgo eval
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo eval --corpus corpora/lua5.4 --policy models/inline-size.mlgo

#include "compare/Report.h"
#include "compile/Profile.h"
#include "evaluate/OwnPolicy.h"
#include "evaluate/ProgramEval.h"
#include "evaluate/UnitEval.h"
#include "mlgo/support/File.h"
#include "support/Progress.h"
#include "tools/SearchFlags.h"
#include "tune/Build.h"
#include <filesystem>
#include <iostream>

namespace mlgo {
namespace {
struct EvalOptions {
  TaskChoice Choice;
  ProgramEvalOptions Programs;
  bool JSON = false;
  size_t Functions = 0;
  std::string CSV, Columns;
  WorkerOptions Workers;
};

void writeTo(const std::string &Path, const std::string &Text) {
  if (Path.empty())
    return;
  orFail(writeFileAtomically(Path, Text));
}

/// The linked programs of \p Report in the columns that were asked for.
void printColumns(const SizeReport &Report, const LinkedByPolicy &Linked,
                  const std::vector<SizeColumn> &Columns) {
  for (size_t Policy = 0; Policy < Linked.size(); ++Policy) {
    ComparisonReport Parts;
    Parts.Columns = Columns;
    for (const LinkedSizes &Program : Linked[Policy]) {
      Parts.Packages.emplace_back();
      Parts.Packages.back().Programs = {Program};
    }
    std::cout << "\n" << Report.PolicyNames[Policy] << ", as linked:\n";
    std::cout << toTable(Parts);
  }
}

/// Where a task measures modules, not programs.
void evaluateModules(const EvalOptions &Options, const ChosenTask &Chosen,
                     Worker &Work) {
  ProblemOptions Units;
  Units.Selection = Options.Programs.Selection;
  Units.Objective = *Chosen.Objective;
  Units.Beside = Options.Programs.Beside;
  Units.Setting = Options.Programs.Setting;
  std::vector<std::string> Failures;
  const auto Table = evaluateUnits(Chosen, Units, Options.Programs.Policies,
                                   Options.Functions, Work, Failures);
  for (const std::string &Failure : Failures)
    std::cerr << Failure << '\n';
  std::cout << orFail(Table);
}

/// Cycles need a profile, the corpus's own unless another is given.
void chooseProfile(EvalOptions &Options, const ChosenTask &Chosen) {
  std::string &Profile = Options.Programs.Setting.Profile;
  const bool CountsCycles = Chosen.Objective->Name == "cycles";
  if (Profile.empty() && CountsCycles)
    Profile = orFail(findOwnProfile(Options.Programs.Selection));
  if (Profile.empty() == CountsCycles)
    failUsage(
        Error("objective is '" + Chosen.Objective->Name +
              "', expected cycles with --profile, and another without it"));
  if (!Profile.empty())
    orFail(readProfile(Profile));
}

/// Adds the shipped policy to those of people for size, for comparison.
std::string addShipped(EvalOptions &Options) {
  ProgramEvalOptions &Programs = Options.Programs;
  if (Options.JSON || !Options.CSV.empty() || !Programs.Setting.Profile.empty())
    return "";
  std::set<std::string> Levels;
  for (const std::string &Corpus :
       orFail(findCorpora(Programs.Selection.Folders))) {
    const auto Built = orFail(readBuiltCorpus(Corpus, Programs.Setting));
    Levels.insert(Built.Levels.begin(), Built.Levels.end());
  }
  const std::string Shipped = shippedBeside(
      Programs.Policies, Levels.empty() ? "Oz" : *Levels.rbegin());
  if (!Shipped.empty() &&
      std::find(Programs.Policies.begin(), Programs.Policies.end(), Shipped) ==
          Programs.Policies.end())
    Programs.Policies.push_back(Shipped);
  return std::filesystem::path(Shipped).stem().string();
}

/// What is measured in linked programs.
ProgramEval evaluatePrograms(EvalOptions &Options, const ChosenTask &Chosen,
                             const std::vector<SizeColumn> &Columns,
                             Worker &Work) {
  ProgramEvalOptions &Programs = Options.Programs;
  Programs.Link.Setting = Programs.Setting;
  Programs.Link.Jobs = static_cast<unsigned>(Options.Workers.jobs());
  Programs.Link.Compress =
      std::any_of(Columns.begin(), Columns.end(),
                  [](const SizeColumn &C) { return C.IsCompressed; });
  std::optional<Progress> Bar;
  Programs.Tell = [&](size_t Finished, size_t All) {
    if (!Bar)
      Bar.emplace(std::cerr, "eval", Progress::optionsFor(2));
    Bar->update(double(Finished) / double(All),
                std::to_string(Finished) + " of " + std::to_string(All) +
                    " modules");
    if (Finished == All)
      Bar->finish();
  };
  return orFail(Chosen.BackEnd->evaluatePrograms(Programs, Work));
}

void runEval(EvalOptions Options) {
  const std::vector<SizeColumn> Columns =
      orFail(parseSizeColumns(Options.Columns).in("--columns"));
  if (!Columns.empty() && (!Options.Programs.Links || Options.JSON))
    failUsage(
        Error("--columns shows parts of linked programs in a table, expected "
              "it with --link and without --json"));
  // A module is asked for once.
  const auto Work = startTrialWorkers(Options.Workers, /*KeepReady=*/1);
  const ChosenTask Chosen = readTask(Options.Choice);
  if (!Chosen.BackEnd->measuresPrograms())
    return evaluateModules(Options, Chosen, *Work);
  orFail(Chosen.BackEnd->checkBeside(Options.Programs.Beside));
  chooseProfile(Options, Chosen);
  const std::string Shipped = addShipped(Options);
  const ProgramEval Done = evaluatePrograms(Options, Chosen, Columns, *Work);
  const SizeReport &Report = Done.Report;
  std::cout << (Options.JSON ? formatJSON(Report) : formatTable(Report));
  if (!Columns.empty())
    printColumns(Report, Done.Linked, Columns);
  for (const std::string &Text : Options.Programs.Policies)
    if (const auto Own = readOwnPolicy(Text); Own && !Shipped.empty())
      std::cout << describeOwn(*Own, Report, Shipped);
  writeTo(Options.CSV, formatCSV(Report));
  if (const size_t Failed = Report.Failures.size() - Done.Unmeasured)
    fail(
        Error(std::to_string(Failed) +
              " modules or programs could not be compiled, linked or measured; "
              "the table says why"));
}
} // namespace

void addEvalCommand(CLI::App &App) {
  auto Options = std::make_shared<EvalOptions>();
  CLI::App *Eval = App.add_subcommand(
      "eval",
      "Measure policies and decisions files on a corpus. Compiles it under\n"
      "each, and compares the sizes of its linked programs. A policy is stock, "
      "threshold=N (stock with\n"
      "-inline-threshold=N), a model file, a decisions file, or\n"
      "MODEL,DECISIONS. Register allocation is measured by functions' scores\n"
      "or modules' bytes instead, and its policies are stock or model files.\n"
      "Example: mlgo eval --corpus corpora --policy models/inline-size.mlgo");
  Eval->add_option("corpus,--corpus", Options->Programs.Selection.Folders,
                   "Folders of corpora (mlgo corpus fetch)")
      ->required();
  addTaskFlags(*Eval, Options->Choice);
  Eval->add_option("--packages", Options->Programs.Selection.Packages,
                   "Only these")
      ->delimiter(',');
  Eval->add_option(
      "--functions", Options->Functions,
      "(rare) Also print so many functions, by which their packages "
      "change most (register allocation)");
  Eval->add_option("--program", Options->Programs.Selection.Programs,
                   "(rare) Only these programs");
  Eval->add_option("--module", Options->Programs.Selection.Modules,
                   "(rare) Only modules whose name has this part");
  Eval->add_flag("--as-library", Options->Programs.Selection.AsLibrary,
                 "(rare) Measure all modules of a corpus as one library");
  addSettingFlags(*Eval, Options->Programs.Setting);
  addProfileFlag(*Eval, Options->Programs.Setting);
  Eval->add_option("--policy", Options->Programs.Policies,
                   "What to measure, one or more")
      ->required();
  Eval->add_option("--beside", Options->Programs.Beside,
                   "(rare) Model files of other tasks, which decide under all "
                   "policies and the baseline");
  addDefaulted(*Eval, "--baseline", Options->Programs.Baseline,
               "(rare) The policy that others are compared with");
  Eval->add_flag("--link", Options->Programs.Links,
                 "Also compile with clang and the plugin, link, and measure");
  Eval->add_option("--columns", Options->Columns,
                   "With --link, also show these sizes, separated by commas: "
                   "code, rodata, unwind, file, stripped, xz, gzip");
  Eval->add_option("--plugin", Options->Programs.Link.Plugin,
                   "Pass plugin for --link (default: mlgo's own)");
  Eval->add_option("--keep", Options->Programs.Link.Keep,
                   "(rare) Keep the linked programs in this folder");
  Eval->add_flag("--json", Options->JSON, "Print JSON");
  Eval->add_option("--csv", Options->CSV,
                   "(rare) Write a line a program and policy");
  addWorkerFlags(*Eval, Options->Workers);
  addDefaulted(*Eval, "--trial-seconds", Options->Programs.Limits.Seconds,
               "(rare) What a trial may take of a processor, or it has failed");
  Eval->callback([Options] { runEval(*Options); });
}
} // namespace mlgo
