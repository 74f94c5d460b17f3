//===- SearchRun.cpp - Runs a search or a sweep for a command -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchRun.h"

#include "SearchReport.h"
#include "SearchStart.h"
#include "ShippedPolicy.h"

#include "evaluate/CorpusDigest.h"
#include "evaluate/CorpusModules.h"

#include "mlgo/support/File.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>

namespace mlgo {
namespace {

std::atomic<bool> Interrupted{false};

void interrupt(int) { Interrupted = true; }

SearchOptions getSearchOptions(const SearchRunOptions &Options) {
  SearchOptions Search = Options.Search;
  Search.Method = Options.Method == "local"    ? SearchMethod::Local
                  : Options.Method == "anneal" ? SearchMethod::Annealing
                                               : SearchMethod::RandomWalk;
  // The other methods evaluate the program once a batch.
  if (Search.Method != SearchMethod::Local)
    Search.BatchSize = std::min(Search.BatchSize, 32u);
  Search.Local.FromStart = Options.StartFrom != "nothing";
  Search.Local.FromNothing = Options.StartFrom != "policy";
  Search.Interrupt = &Interrupted;
  Search.ProblemName = "policy " + Options.Problem.Policy;
  for (const std::string &Model : Options.Problem.Beside)
    Search.ProblemName += " beside " + Model;
  for (const std::string &Folder : Options.Problem.Selection.Folders)
    Search.ProblemName += " corpus " + Folder;
  // What was before there were settings has none in its name.
  if (const CodeSetting &Setting = Options.Problem.Setting;
      !Setting.isAsBuilt())
    Search.ProblemName += " at " + formatCodeSetting(Setting);
  if (const std::string &Profile = Options.Problem.Setting.Profile;
      !Profile.empty())
    Search.ProblemName += " by profile " + digestFile(Profile);
  if (const auto &Growth = Options.Problem.MaxGrowth)
    Search.ProblemName += " at most " + std::to_string(Growth->Amount) +
                          (Growth->IsPercent ? "% larger" : " larger");
  return Search;
}

double sumOf(const std::vector<CorpusProblem::Part> &Parts) {
  double Sum = 0;
  for (const CorpusProblem::Part &P : Parts)
    Sum += P.Size;
  return Sum;
}

/// Says what is missing; ends the program if that is everything.
void reportFailures(const CorpusProblem &Problem) {
  for (const auto *Failures : {&Problem.CorpusFailures, &Problem.failures()})
    for (const std::string &Failure : *Failures)
      std::cerr << "mlgo: left out: " << Failure << '\n';
  if (Problem.failures().size() >= Problem.numModules() && Problem.isEmpty())
    fail(Error("none of the " + std::to_string(Problem.numModules()) +
               " modules can be compiled"));
}

void writeLabels(const SearchLabels &Labels, const std::string &Into,
                 const std::string &Package) {
  const std::string Folder = Into + "/" + Package;
  std::error_code Failure;
  std::filesystem::create_directories(Folder, Failure);
  if (Failure)
    fail(Error(Folder + ": cannot create: " + Failure.message()));
  orFail(Labels.write(Folder + "/search.log", Package));
}

} // namespace

void addTaskFlags(CLI::App &Command, TaskChoice &Choice) {
  std::string Names;
  for (const Task &T : allTasks())
    Names += (Names.empty() ? "" : ", ") + T.Name;
  Command.add_option("--task", Choice.Task, "What is decided: " + Names)
      ->capture_default_str();
  Command.add_option("--objective", Choice.Objective,
                     "What that is judged by: size, cycles (inline) or score "
                     "(register allocation); by default the "
                     "task's first");
}

void addSettingFlags(CLI::App &Command, CodeSetting &Setting) {
  Command
      .add_option_function<std::string>(
          "--level",
          [&Setting](const std::string &Name) {
            Setting.Level = orFail(parseCodeLevel(Name));
          },
          "Compile modules at this level; by default as they were built")
      ->check(CLI::IsMember({nameOf(CodeLevel::Oz), nameOf(CodeLevel::Os),
                             nameOf(CodeLevel::O2), nameOf(CodeLevel::O3)}));
  Command.add_flag("--no-unwind-tables", Setting.DropsUnwindTables,
                   "Compile modules without unwind tables, but for functions "
                   "that an exception may pass");
}

void addProfileFlag(CLI::App &Command, CodeSetting &Setting) {
  Command.add_option_function<std::string>(
      "--profile",
      [&Setting](const std::string &Path) {
        Setting.Profile = std::filesystem::absolute(Path).string();
      },
      "For --objective cycles: what the programs execute, as llvm-profdata "
      "merged it from a build with -fprofile-generate");
}

void addGrowthFlag(CLI::App &Command, std::optional<GrowthLimit> &Limit) {
  Command.add_option_function<std::string>(
      "--max-growth",
      [&Limit](const std::string &Text) {
        Limit = orFail(parseGrowthLimit(Text));
      },
      "For cycles: how many bytes the programs may grow, or percent, as in 1%");
}

void addProblemFlags(CLI::App &Command, ProblemOptions &Problem) {
  CorpusSelection &Selection = Problem.Selection;
  Command
      .add_option("corpus", Selection.Folders,
                  "Folders of corpora (mlgo corpus fetch)")
      ->required();
  Command.add_option("--packages", Selection.Packages, "Only these")
      ->delimiter(',');
  Command.add_option("--program", Selection.Programs, "Only these programs");
  Command.add_flag("--as-library", Selection.AsLibrary,
                   "Measure all modules together, as a library whose every "
                   "function may be called");
  Command.add_option("--module", Selection.Modules,
                     "Only modules whose name has this part");
  Command
      .add_option(
          "--policy", Problem.Policy,
          Problem.Policy == BetterPolicy
              ? "Who decides what is not tried: stock, a model file, or "
                "the shipped policy; that, or stock if it is better, is "
                "then where the search begins"
              : "Who decides what is not tried: stock, or a model file")
      ->capture_default_str();
  Command.add_option("--beside", Problem.Beside,
                     "Model files of other tasks of the register allocator, "
                     "which decide in all trials");
  addSettingFlags(Command, Problem.Setting);
  addProfileFlag(Command, Problem.Setting);
  Command
      .add_option("--trial-seconds", Problem.Limits.Seconds,
                  "What a trial may take, or it has failed")
      ->capture_default_str();
  Command
      .add_option("--trial-megabytes", Problem.Limits.Megabytes,
                  "What a trial may hold in memory, or it has failed")
      ->capture_default_str();
}

ChosenTask readTask(const TaskChoice &Choice) {
  return orFail(chooseTask(Choice.Task, Choice.Objective));
}

void runLabels(const LabelRunOptions &Options, Worker &Work) {
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  const ChosenTask Chosen = readTask(Options.Choice);
  std::vector<std::string> Folders =
      orFail(findCorpora(Options.Problem.Selection.Folders));
  const std::vector<std::string> &Packages = Options.Problem.Selection.Packages;
  const auto IsLeftOut = [&](const std::string &Folder) {
    return !Packages.empty() && std::find(Packages.begin(), Packages.end(),
                                          packageOf(Folder)) == Packages.end();
  };
  Folders.erase(std::remove_if(Folders.begin(), Folders.end(), IsLeftOut),
                Folders.end());
  if (Folders.empty())
    fail(Error("there are no corpora of these packages"));
  const std::string Settings =
      Options.Labels.Settings.empty()
          ? formatCodeSetting(Options.Problem.Setting)
          : formatCodeSettings(Options.Labels.Settings);
  for (const std::string &Folder : Folders) {
    ProblemOptions Own = Options.Problem;
    Own.Objective = *Chosen.Objective;
    Own.Selection.Folders = {Folder};
    Own.Selection.Packages.clear();
    auto Source =
        orFail(Chosen.BackEnd->createLabels(Own, Options.Labels, Work));
    for (CorpusProblem *Problem : Source->problems())
      Problem->stopWhen([] { return Interrupted.load(); });
    orFail(sweepLabels(*Source, Options.Output, Settings, Work.slots(),
                       [](const LabelSweepProgress &P) {
                         std::cerr << P.Package << ": " << P.FinishedModules
                                   << " of " << P.Modules << " modules, "
                                   << P.Done.Labels << " decisions, "
                                   << P.Done.FailedTrials << " failed trials\n";
                       }));
    for (const CorpusProblem *Problem : Source->problems())
      reportFailures(*Problem);
  }
}

namespace {

using Seconds = std::chrono::duration<double>;

/// Of a budget of seconds, kept for the last evaluation.
constexpr double MostReserve = 0.1;

/// Where the search \p Options ask for begins, in \p Search.
SearchStart begin(const SearchRunOptions &Options, const ProblemOptions &Own,
                  const ChosenTask &Chosen, CorpusProblem &Problem,
                  Worker &Work, SearchOptions &Search) {
  Decisions Given, Earlier;
  if (!Options.Decisions.empty())
    Given = orFail(Chosen.BackEnd->readDecisions(Options.Decisions));
  if (!Options.EarlierDecisions.empty())
    if (auto Read = Chosen.BackEnd->readDecisions(Options.EarlierDecisions))
      Earlier = std::move(*Read);
  SearchStart Start =
      orFail(chooseStart(Problem, *Chosen.BackEnd, Own, Work, Given, Earlier,
                         [&](const char *What, double Size) {
                           std::fprintf(stderr, "search: %s: %.0f %s\n", What,
                                        Size, Chosen.Objective->Unit.c_str());
                         })
                 .in(Given.empty() ? "the start" : Options.Decisions));
  reportFailures(Problem);
  if (Chosen.BackEnd->measuresPrograms() && sumOf(Problem.parts()) <= 0)
    fail(Error("the programs have no bytes: nothing of the modules is reached "
               "from main(); expected programs, or --as-library"));
  Search.Start = Start.Start;
  Search.Others = Start.Others;
  Search.EvaluationSeconds = Start.EvaluationSeconds;
  return Start;
}

/// The level that the programs are compiled at.
std::string levelOf(const SearchRunOptions &Options) {
  const CodeLevel Asked = Options.Problem.Setting.Level;
  return Asked == CodeLevel::AsBuilt ? Options.BuiltLevel : nameOf(Asked);
}

} // namespace

FoundSizes runSearch(const SearchRunOptions &Options, Worker &Work) {
  const auto Begin = std::chrono::steady_clock::now();
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  const ChosenTask Chosen = readTask(Options.Choice);
  ProblemOptions Own = Options.Problem;
  Own.Objective = *Chosen.Objective;
  if (Own.Policy == BetterPolicy)
    // What is shipped is for size.
    Own.Policy = Chosen.BackEnd->measuresPrograms() &&
                         Own.Objective.Name == Chosen.Task->Objectives.front()
                     ? findShippedPolicy(*Chosen.Task, levelOf(Options))
                     : "stock";
  auto Opened = orFail(Chosen.BackEnd->createProblem(Own, Work));
  CorpusProblem &Problem = *Opened;
  Problem.stopWhen([] { return Interrupted.load(); });
  SearchOptions Search = getSearchOptions(Options);
  std::unique_ptr<SearchLabels> Labels;
  if (!Options.Labels.empty()) {
    Labels = Problem.createLabels();
    if (!Labels)
      fail(Error("searches of task " + Chosen.Task->Name +
                 " have no labels, expected mlgo labels"));
  }
  const SearchStart Start = begin(Options, Own, Chosen, Problem, Work, Search);
  if (Labels) {
    Labels->begin();
    Search.Local.ApplyEvery = 0;
    Search.OnLabel = [&](const SearchLabel &L) { Labels->add(L); };
  }
  if (Search.MaxSeconds > 0) {
    const Seconds Past = std::chrono::steady_clock::now() - Begin;
    // What was found is evaluated once more, as it is written.
    Search.MaxSeconds =
        std::max(1e-3, Search.MaxSeconds - Past.count() -
                           std::min(Start.EvaluationSeconds,
                                    Search.MaxSeconds * MostReserve));
  }
  SearchBar Bar(Search);
  Search.OnProgress = [&](const SearchProgress &P) { Bar.update(P); };
  Problem.OnTried = [&](size_t Tried, size_t) { Bar.show(Tried); };
  Result<SearchResult> Found = searchDecisions(Problem, Search);
  Bar.finish();
  if (!Found)
    fail(Found.error());
  Decisions Best = toDecisions(Found->Best);
  const auto Write = [&] {
    orFail(writeFileAtomically(Options.Output,
                               Chosen.BackEnd->formatDecisions(Best)));
  };
  Write();
  if (Labels)
    writeLabels(*Labels, Options.Labels, Start.Stock[0].Package);
  if (!Found->CheckpointProblem.empty())
    std::cerr << "mlgo: " << Found->CheckpointProblem << '\n';
  // What was written, not what was searched: modules that share a function may
  // have decided its calls differently until now.
  Interrupted = false;
  Problem.stopWhen([] { return Interrupted.load(); });
  auto Written = Problem.evaluate(Best);
  std::vector<CorpusProblem::Part> After = Problem.parts();
  if (Written && Options.PolicyIsBuiltIn && Written->Size > Start.PolicySize) {
    // Rare, and still never worse than no search at all.
    Best.clear();
    Write();
    After = Start.Policy;
  }
  if (Written)
    printResult(*Found, Start, After, *Chosen.Objective,
                Options.PolicyIsBuiltIn ? "the policy alone"
                                        : "as the policy decides",
                Seconds(std::chrono::steady_clock::now() - Begin).count());
  return {Start.Stock, Start.Policy, After};
}

} // namespace mlgo
