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
  // Counts say which calls run most, and what stock left there often pays.
  if (Options.Problem.Setting.HidesProfile)
    Search.Local.FirstGroup = 2;
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

/// Of a budget of seconds, kept for the last evaluation, which seldom has to
/// compile anything anew.
constexpr double MostReserve = 0.04;

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
  StartListener Listener;
  Listener.Tell = [&](const char *What, double Size) {
    std::fprintf(stderr, "search: %s: %.0f %s\n", What, Size,
                 Chosen.Objective->Unit.c_str());
  };
  const auto Begin = std::chrono::steady_clock::now();
  // What was found before is given again without a trial.
  std::error_code Ignored;
  const bool GoesOn = std::filesystem::exists(Search.CheckpointFile, Ignored);
  if (Options.MayBeEmpty && Search.MaxSeconds > 0 && !GoesOn)
    Listener.IsTooLong = [&](double More) {
      const Seconds Past = std::chrono::steady_clock::now() - Begin;
      return Past.count() + More > Search.MaxSeconds;
    };
  SearchStart Start = orFail(
      chooseStart(Problem, *Chosen.BackEnd, Own, Work, Given, Earlier, Listener)
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

namespace {

/// Has the policy decide everything: \p Start took the time.
FoundSizes keepPolicy(const SearchRunOptions &Options, const ChosenTask &Chosen,
                      const SearchStart &Start, double Seconds) {
  orFail(
      writeFileAtomically(Options.Output, Chosen.BackEnd->formatDecisions({})));
  SearchResult Nothing;
  Nothing.End = SearchEnd::OutOfTime;
  printResult(Nothing, Start, Start.Policy, *Chosen.Objective,
              "the policy alone", Seconds);
  std::cerr << "search: there was no time to try anything; expected more "
               "--seconds, of which the first "
            << static_cast<unsigned>(1.5 * Seconds) << " or so do not search\n";
  return {Start.Stock, Start.Policy, Start.Policy};
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
  if (Start.IsPolicyAlone)
    return keepPolicy(
        Options, Chosen, Start,
        Seconds(std::chrono::steady_clock::now() - Begin).count());
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
  Decisions Best = toDecisions(Found->Best), Earlier;
  if (Search.ForgetsEarlierSeconds)
    if (auto Read = Chosen.BackEnd->readDecisions(Options.Output))
      Earlier = std::move(*Read);
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
  // Who goes on for a short time may not come as far as before.
  if (Written && !Earlier.empty() && Earlier != Best) {
    auto Again = Problem.evaluate(Earlier);
    if (Again && Again->Size < Written->Size) {
      Best = std::move(Earlier);
      Write();
      Written = std::move(Again);
      After = Problem.parts();
    }
  }
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
