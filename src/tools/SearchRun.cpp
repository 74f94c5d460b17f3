//===- SearchRun.cpp - Runs a search or a sweep for a command -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchRun.h"

#include "evaluate/CorpusModules.h"

#include "mlgo/support/File.h"
#include "mlgo/support/Progress.h"

#include <atomic>
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
  for (const std::string &Folder : Options.Problem.Selection.Folders)
    Search.ProblemName += " corpus " + Folder;
  // What was before there were settings has none in its name.
  if (const CodeSetting &Setting = Options.Problem.Setting;
      !Setting.isAsBuilt())
    Search.ProblemName += " at " + formatCodeSetting(Setting);
  return Search;
}

std::string describe(const SearchProgress &P) {
  char Text[160];
  const double Gain =
      P.StartSize > 0 ? 100 * (P.BestSize / P.StartSize - 1) : 0;
  std::snprintf(Text, sizeof(Text), "%+.2f %%  %s, round %u, %llu trials", Gain,
                *P.Phase ? P.Phase : "at the start", P.Round,
                static_cast<unsigned long long>(P.Trials));
  return Text;
}

void printResult(const SearchResult &Found,
                 const std::vector<CorpusProblem::Part> &Before,
                 const std::vector<CorpusProblem::Part> &After,
                 const Objective &O) {
  for (size_t I = 0; I < After.size(); ++I)
    std::printf("%-12s %-20s %10.0f -> %10.0f %s  %+.2f %%\n",
                After[I].Package.c_str(), After[I].Name.c_str(), Before[I].Size,
                After[I].Size, O.Unit.c_str(),
                100 * (After[I].Size / Before[I].Size - 1));
  const char *End =
      Found.End == SearchEnd::Converged     ? "nothing helps any more"
      : Found.End == SearchEnd::OutOfTrials ? "the budget of trials is spent"
      : Found.End == SearchEnd::OutOfTime   ? "the budget of seconds is spent"
                                            : "interrupted";
  std::printf("%llu trials, %llu failed, %.0f s; %s\n",
              static_cast<unsigned long long>(Found.Spent.Trials),
              static_cast<unsigned long long>(Found.Spent.FailedTrials),
              Found.Spent.Seconds, End);
}

/// Decisions none of which concerns the program are another's.
Status checkStart(const Decisions &Start, const Evaluated &First) {
  if (Start.empty())
    return Success();
  for (const DecidedSite &Site : First.Sites)
    if (Start.count(Site.Key))
      return Success();
  return Error("none of its " + std::to_string(Start.size()) +
               " sites is among the " + std::to_string(First.Sites.size()) +
               " of the program, expected decisions of this program");
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
                     "What that is judged by: size or score; by default the "
                     "task's first");
}

void addSettingFlags(CLI::App &Command, CodeSetting &Setting) {
  Command
      .add_option_function<std::string>(
          "--level",
          [&Setting](const std::string &Name) {
            Setting.Level = orFail(parseCodeSetting(Name)).Level;
          },
          "Compile modules at this level; by default as they were built")
      ->check(CLI::IsMember({nameOf(CodeLevel::Oz), nameOf(CodeLevel::Os)}));
  Command.add_flag("--no-unwind-tables", Setting.DropsUnwindTables,
                   "Compile modules without unwind tables, but for functions "
                   "that an exception may pass");
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
      .add_option("--policy", Problem.Policy,
                  "Who decides what is not tried: stock, or a model file")
      ->capture_default_str();
  Command.add_option("--beside", Problem.Beside,
                     "Model files of other tasks of the register allocator, "
                     "which decide in all trials");
  addSettingFlags(Command, Problem.Setting);
  Command.add_option("--trial-seconds", Problem.Limits.Seconds)
      ->capture_default_str();
  Command.add_option("--trial-megabytes", Problem.Limits.Megabytes)
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

void runSearch(const SearchRunOptions &Options, Worker &Work) {
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  const ChosenTask Chosen = readTask(Options.Choice);
  ProblemOptions Own = Options.Problem;
  Own.Objective = *Chosen.Objective;
  auto Opened = orFail(Chosen.BackEnd->createProblem(Own, Work));
  CorpusProblem &Problem = *Opened;
  Problem.stopWhen([] { return Interrupted.load(); });
  SearchOptions Search = getSearchOptions(Options);
  if (!Options.Decisions.empty()) {
    Search.Start = orFail(Chosen.BackEnd->readDecisions(Options.Decisions));
  }
  std::unique_ptr<SearchLabels> Labels;
  if (!Options.Labels.empty()) {
    Labels = Problem.createLabels();
    if (!Labels)
      fail(Error("searches of task " + Chosen.Task->Name +
                 " have no labels, expected mlgo labels"));
  }
  Evaluated First = orFail(Problem.evaluate(Search.Start));
  const std::vector<CorpusProblem::Part> Before = Problem.parts();
  orFail(checkStart(Search.Start, First).in(Options.Decisions));
  reportFailures(Problem);
  if (Labels) {
    Labels->begin();
    Search.OnLabel = [&](const SearchLabel &L) { Labels->add(L); };
  }
  Progress Bar(std::cerr, "search", Progress::optionsFor(2));
  SearchProgress Last;
  Search.OnProgress = [&](const SearchProgress &P) {
    Last = P;
    Bar.update(P.Fraction, describe(P));
  };
  Problem.OnTried = [&](size_t Tried, size_t Moves) {
    Bar.update(Last.Fraction, describe(Last) + ", " + std::to_string(Tried) +
                                  " of " + std::to_string(Moves) + " more");
  };
  Result<SearchResult> Found = searchDecisions(Problem, Search);
  Bar.finish();
  if (!Found)
    fail(Found.error());
  const Decisions Best = toDecisions(Found->Best);
  orFail(writeFileAtomically(Options.Output,
                             Chosen.BackEnd->formatDecisions(Best)));
  if (Labels)
    writeLabels(*Labels, Options.Labels, Before[0].Package);
  if (!Found->CheckpointProblem.empty())
    std::cerr << "mlgo: " << Found->CheckpointProblem << '\n';
  Interrupted = false;
  // What was written, not what was searched: modules that share a function may
  // have decided its calls differently until now.
  if (Problem.evaluate(Best))
    printResult(*Found, Before, Problem.parts(), *Chosen.Objective);
}

} // namespace mlgo
