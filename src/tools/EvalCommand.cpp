// mlgo eval
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo eval --corpus corpora/lua5.4 --policy models/inline-size.mlgo

#include "InlineAdvisor.h"
#include "compare/Report.h"
#include "compile/Profile.h"
#include "evaluate/OwnPolicy.h"
#include "evaluate/RealLink.h"
#include "evaluate/UnitEval.h"
#include "evaluate/inline/PolicyEvaluation.h"
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
  CorpusSelection Selection;
  CodeSetting Setting;
  std::string Baseline = "stock";
  std::vector<std::string> Policies, Beside;
  bool Link = false, JSON = false;
  size_t Functions = 0;
  std::string CSV, Report, Columns;
  RealLinkOptions RealLink;
  WorkerOptions Workers;
  InlineTrialOptions Trial;
};

/// `stock`, thresholds, a model file, a decisions file (before
/// stock), or a model and a decisions file, in this order, with a comma
/// between.
Result<InlinePolicy> readPolicy(const std::string &Text) {
  InlinePolicy Policy;
  if (InlineThresholds::isMeantBy(Text)) {
    Policy.Thresholds = MLGO_TRY(InlineThresholds::parse(Text));
    return Policy;
  }
  const size_t Comma = Text.find(',');
  std::string Decider = Text.substr(0, Comma);
  std::string Decisions = Comma == Text.npos ? "" : Text.substr(Comma + 1);
  if (Decider == "stock" && Decisions.empty())
    return Policy;
  std::string Bytes =
      MLGO_TRY((Decider == "stock" ? Result<std::string>("")
                                   : readFile(Decider, size_t(1) << 30))
                   .in("policy"));
  if (Bytes.compare(0, 10, InlineDecisions::header(), 0, 10) == 0)
    std::swap(Decisions, Decider);
  else if (Decider != "stock")
    Policy.Model = std::filesystem::absolute(Decider).string();
  if (!Policy.Model.empty())
    MLGO_TRY(createPolicyRunner((*findTask("inline"))->policy(), Policy.Model));
  if (Decisions.empty())
    return Policy;
  InlineDecisions Known = MLGO_TRY(InlineDecisions::read(Decisions));
  Policy.Decisions = std::make_shared<const InlineDecisions>(std::move(Known));
  Policy.DecisionsFile = std::filesystem::absolute(Decisions).string();
  return Policy;
}

/// What tables call a policy: its files without folders and endings.
std::string nameOf(const std::string &Text) {
  std::string Name;
  for (size_t Start = 0; Start <= Text.size();) {
    const size_t Comma = std::min(Text.find(',', Start), Text.size());
    const std::filesystem::path Part = Text.substr(Start, Comma - Start);
    Name += (Name.empty() ? "" : ",") + Part.stem().string();
    Start = Comma + 1;
  }
  return Name;
}

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

/// Programs that main reaches nothing of have no size to compare. Fails if all
/// are so; \p Unit is what is measured.
void noteEmpty(SizeReport &Report, const char *Unit) {
  std::vector<std::string> Empty;
  for (const ProgramSizes &Program : Report.Programs)
    if (Program.Baseline <= 0 && Program.FailedTrials == 0)
      Empty.push_back(Program.Package + "/" + Program.Program + ": has no " +
                      Unit +
                      ": nothing of its modules is reached from main(); "
                      "expected a program, or --as-library");
  if (!Empty.empty() && Empty.size() == Report.Programs.size())
    fail(Error(Empty[0]));
  if (Unit == std::string("bytes"))
    Report.Failures.insert(Report.Failures.end(), Empty.begin(), Empty.end());
}

/// Where a task measures modules, not programs.
void evaluateModules(const EvalOptions &Options, const ChosenTask &Chosen,
                     Worker &Work) {
  ProblemOptions Units;
  Units.Selection = Options.Selection;
  Units.Objective = *Chosen.Objective;
  Units.Beside = Options.Beside;
  Units.Setting = Options.Setting;
  std::vector<std::string> Failures;
  const auto Table = evaluateUnits(Chosen, Units, Options.Policies,
                                   Options.Functions, Work, Failures);
  for (const std::string &Failure : Failures)
    std::cerr << Failure << '\n';
  std::cout << orFail(Table);
}

/// Cycles need a profile, the corpus's own unless another is given.
void chooseProfile(EvalOptions &Options, const ChosenTask &Chosen) {
  std::string &Profile = Options.Setting.Profile;
  const bool CountsCycles = Chosen.Objective->Name == "cycles";
  if (Profile.empty() && CountsCycles)
    Profile = orFail(findOwnProfile(Options.Selection));
  if (Profile.empty() == CountsCycles)
    failUsage(
        Error("objective is '" + Chosen.Objective->Name +
              "', expected cycles with --profile, and another without it"));
  if (!Profile.empty())
    orFail(readProfile(Profile));
}

/// Adds the shipped policy to those of people for size, for comparison.
std::string addShipped(EvalOptions &Options) {
  if (Options.JSON || !Options.CSV.empty() || !Options.Setting.Profile.empty())
    return "";
  std::set<std::string> Levels;
  for (const std::string &Corpus :
       orFail(findCorpora(Options.Selection.Folders))) {
    const auto Built = orFail(readBuiltCorpus(Corpus, Options.Setting));
    Levels.insert(Built.Levels.begin(), Built.Levels.end());
  }
  const std::string Shipped =
      shippedBeside(Options.Policies, Levels.empty() ? "Oz" : *Levels.rbegin());
  if (!Shipped.empty() &&
      std::find(Options.Policies.begin(), Options.Policies.end(), Shipped) ==
          Options.Policies.end())
    Options.Policies.push_back(Shipped);
  return nameOf(Shipped);
}

/// The baseline first.
std::vector<InlinePolicy> readPolicies(const EvalOptions &Options) {
  std::vector<InlinePolicy> Policies = {orFail(readPolicy(Options.Baseline))};
  for (const std::string &Text : Options.Policies)
    Policies.push_back(orFail(readPolicy(Text)));
  for (InlinePolicy &Policy : Policies)
    Policy.Beside = Options.Beside;
  return Policies;
}

SizeReport measure(const EvalOptions &Options, MeasuredCorpus &Corpus,
                   const std::vector<InlinePolicy> &Policies, Worker &Work) {
  std::vector<std::string> Names = {nameOf(Options.Baseline)};
  for (const std::string &Text : Options.Policies)
    Names.push_back(nameOf(Text));
  Progress Bar(std::cerr, "eval", Progress::optionsFor(2));
  const auto Tell = [&](size_t Finished) {
    Bar.update(double(Finished) / double(Corpus.Paths.size()),
               std::to_string(Finished) + " of " +
                   std::to_string(Corpus.Paths.size()) + " modules");
  };
  SizeReport Report = evaluatePolicies(Corpus, Work, Options.Setting,
                                       Options.Trial, Policies, Names, Tell);
  Bar.finish();
  for (const std::string &Folder : Options.Selection.Folders)
    Report.Corpus += (Report.Corpus.empty() ? "" : ", ") + Folder;
  return Report;
}

/// Links with each of \p Policies.
LinkedByPolicy linkAll(const EvalOptions &Options, MeasuredCorpus &Corpus,
                       const std::vector<InlinePolicy> &Policies,
                       const std::vector<SizeColumn> &Columns,
                       SizeReport &Report) {
  RealLinkOptions RealLink = Options.RealLink;
  RealLink.Setting = Options.Setting;
  RealLink.Jobs = static_cast<unsigned>(Options.Workers.jobs());
  RealLink.Compress =
      std::any_of(Columns.begin(), Columns.end(),
                  [](const SizeColumn &C) { return C.IsCompressed; });
  return orFail(linkPrograms(Corpus, Policies, RealLink, Report));
}

void runEval(EvalOptions Options) {
  const std::vector<SizeColumn> Columns =
      orFail(parseSizeColumns(Options.Columns).in("--columns"));
  if (!Columns.empty() && (!Options.Link || Options.JSON))
    failUsage(
        Error("--columns shows parts of linked programs in a table, expected "
              "it with --link and without --json"));
  // A module is asked for once.
  const auto Work = startTrialWorkers(Options.Workers, /*KeepReady=*/1);
  const ChosenTask Chosen = readTask(Options.Choice);
  if (!Chosen.BackEnd->measuresPrograms())
    return evaluateModules(Options, Chosen, *Work);
  orFail(Chosen.BackEnd->checkBeside(Options.Beside));
  if (!Options.Beside.empty() && Options.Link)
    failUsage(Error(Options.Beside[0] +
                    ": beside task inline nothing is linked, expected --beside "
                    "without --link"));
  chooseProfile(Options, Chosen);
  const std::string Shipped = addShipped(Options);
  const std::vector<InlinePolicy> Policies = readPolicies(Options);
  MeasuredCorpus Corpus = orFail(loadMeasuredCorpus(Options.Selection));
  SizeReport Report = measure(Options, Corpus, Policies, *Work);
  const size_t Unmeasured = Report.Failures.size();
  noteEmpty(Report,
            Options.Setting.Profile.empty() ? "bytes" : "executed cycles");
  LinkedByPolicy Linked;
  if (Options.Link)
    Linked = linkAll(Options, Corpus, Policies, Columns, Report);
  std::cout << (Options.JSON ? formatJSON(Report) : formatTable(Report));
  if (!Columns.empty())
    printColumns(Report, Linked, Columns);
  for (const std::string &Text : Options.Policies)
    if (const auto Own = readOwnPolicy(Text); Own && !Shipped.empty())
      std::cout << describeOwn(*Own, Report, Shipped);
  writeTo(Options.CSV, formatCSV(Report));
  writeTo(Options.Report, formatHTML(Report));
  if (const size_t Failed = Report.Failures.size() - Unmeasured)
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
      "Compiles a corpus under several policies and compares the sizes of its\n"
      "linked programs. A policy is stock, threshold=N (stock with\n"
      "-inline-threshold=N), a model file, a decisions file, or\n"
      "MODEL,DECISIONS. Register allocation is measured by functions' scores\n"
      "or modules' bytes instead, and its policies are stock or model files.\n"
      "Example: mlgo eval --corpus corpora --policy models/inline-size.mlgo");
  Eval->add_option("corpus,--corpus", Options->Selection.Folders,
                   "Folders of corpora (mlgo corpus fetch)")
      ->required();
  addTaskFlags(*Eval, Options->Choice);
  Eval->add_option("--packages", Options->Selection.Packages, "Only these")
      ->delimiter(',');
  Eval->add_option("--functions", Options->Functions,
                   "Also print so many functions, by which their packages "
                   "change most (register allocation)");
  Eval->add_option("--program", Options->Selection.Programs,
                   "Only these programs");
  Eval->add_option("--module", Options->Selection.Modules,
                   "Only modules whose name has this part");
  Eval->add_flag("--as-library", Options->Selection.AsLibrary,
                 "Measure all modules of a corpus as one library");
  addSettingFlags(*Eval, Options->Setting);
  addProfileFlag(*Eval, Options->Setting);
  Eval->add_option("--policy", Options->Policies,
                   "What to measure, one or more")
      ->required();
  Eval->add_option("--beside", Options->Beside,
                   "Model files of other tasks, which decide under all "
                   "policies and the baseline");
  addDefaulted(*Eval, "--baseline", Options->Baseline,
               "The policy that others are compared with");
  Eval->add_flag("--link", Options->Link,
                 "Also compile with clang and the plugin, link, and measure");
  Eval->add_option("--columns", Options->Columns,
                   "With --link, also show these sizes, separated by commas: "
                   "code, rodata, unwind, file, stripped, xz, gzip");
  Eval->add_option("--plugin", Options->RealLink.Plugin,
                   "Pass plugin for --link (default: mlgo's own)");
  Eval->add_option("--keep", Options->RealLink.Keep,
                   "Keep the linked programs in this folder");
  Eval->add_flag("--json", Options->JSON, "Print JSON");
  Eval->add_option("--csv", Options->CSV, "Write a line a program and policy");
  Eval->add_option("--report", Options->Report, "Write a page to look at");
  addWorkerFlags(*Eval, Options->Workers);
  addDefaulted(*Eval, "--trial-seconds", Options->Trial.TrialSeconds,
               "What a trial may take of a processor, or it has failed");
  addDefaulted(*Eval, "--trial-megabytes", Options->Trial.TrialMegabytes,
               "What a trial may hold in memory, or it has failed");
  Eval->callback([Options] { runEval(*Options); });
}
} // namespace mlgo
