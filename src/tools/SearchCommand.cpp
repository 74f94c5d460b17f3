//===- SearchCommand.cpp - mlgo search ------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo search CORPUS -o decisions.txt
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "evaluate/LabelSweep.h"
#include "evaluate/MeasuredCorpus.h"

#include "mlgo/support/File.h"
#include "mlgo/train/DecisionSearch.h"

#include <csignal>
#include <iostream>
#include <memory>
#include <thread>

namespace mlgo {
namespace {

struct SearchCommandOptions {
  LabelSweepOptions Labels, Traces;
  CorpusSelection Selection;
  std::string Policy = "stock";
  std::string Decisions, Output;
  std::string Method = "local";
  std::string StartFrom = "policy";
  unsigned Jobs = std::max(1u, std::thread::hardware_concurrency());
  size_t MaxAlive = 64;
  InlineTrialOptions Trial;
  SearchOptions Search;
};

std::atomic<bool> Interrupted{false};

void interrupt(int) { Interrupted = true; }

SearchOptions getSearchOptions(const SearchCommandOptions &Options,
                               Result<InlineDecisions> &Start) {
  SearchOptions Search = Options.Search;
  Search.Method = Options.Method == "local"    ? SearchMethod::Local
                  : Options.Method == "anneal" ? SearchMethod::Annealing
                                               : SearchMethod::RandomWalk;
  Search.Local.FromStart = Options.StartFrom != "nothing";
  Search.Local.FromNothing = Options.StartFrom != "policy";
  if (Start)
    Search.Start = Start->sites();
  Search.Interrupt = &Interrupted;
  Search.ProblemName = "policy " + Options.Policy;
  for (const std::string &Folder : Options.Selection.Folders)
    Search.ProblemName += " corpus " + Folder;
  return Search;
}

void printProgress(const SearchProgress &P) {
  char Line[200];
  std::snprintf(Line, sizeof(Line),
                "\r%s: round %u, %llu trials, %llu failed, %.0f -> %.0f bytes "
                "(%+.2f%%), %.0f s, %.0f%%   ",
                P.Phase, P.Round, (unsigned long long)P.Trials,
                (unsigned long long)P.FailedTrials, P.StartSize, P.BestSize,
                P.StartSize > 0 ? 100 * (P.BestSize / P.StartSize - 1) : 0,
                P.Seconds, 100 * P.Fraction);
  std::cerr << Line << '\n';
}

/// Labels or traces the corpora one after the other.
void runSweeps(const SearchCommandOptions &Options, LabelSweepOptions Sweep) {
  Sweep.Jobs = Options.Jobs;
  Sweep.Seed = Options.Search.Seed;
  for (const std::string &Folder : Options.Selection.Folders) {
    CorpusSelection Selection = Options.Selection;
    Selection.Folders = {Folder};
    Selection.AsLibrary = true;
    Result<MeasuredCorpus> Corpus = loadMeasuredCorpus(Selection);
    if (!Corpus)
      fail(Corpus.error());
    ModuleServers Servers(Corpus->Paths, Options.Jobs, Options.MaxAlive,
                          Options.Trial);
    Servers.stopWhen([] { return Interrupted.load(); });
    InlineDecisionProblem Problem(Servers, Corpus->Programs,
                                  Options.Policy == "stock" ? ""
                                                            : Options.Policy);
    Status Swept =
        sweepLabels(Problem, *Corpus, Sweep, [](const LabelSweepProgress &P) {
          std::cerr << P.Package << ": " << P.FinishedModules << " of "
                    << P.Modules << " modules, " << P.Labels << " decisions, "
                    << P.FailedTrials << " failed trials\n";
        });
    if (!Swept)
      fail(Swept.error());
    for (const std::string &Failure : Problem.failures())
      std::cerr << "mlgo: left out: " << Failure << '\n';
  }
}

void runSearch(const SearchCommandOptions &Options) {
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  const int Outputs = !Options.Output.empty() + !Options.Labels.Folder.empty() +
                      !Options.Traces.Folder.empty();
  if (Outputs != 1)
    fail(Error("expected one of --output, --labels and --traces"));
  if (!Options.Labels.Folder.empty())
    return runSweeps(Options, Options.Labels);
  if (!Options.Traces.Folder.empty())
    return runSweeps(Options, Options.Traces);
  Result<MeasuredCorpus> Corpus = loadMeasuredCorpus(Options.Selection);
  if (!Corpus)
    fail(Corpus.error());
  ModuleServers Servers(Corpus->Paths, Options.Jobs, Options.MaxAlive,
                        Options.Trial);
  Servers.stopWhen([] { return Interrupted.load(); });
  InlineDecisionProblem Problem(Servers, Corpus->Programs,
                                Options.Policy == "stock" ? ""
                                                          : Options.Policy);
  Result<InlineDecisions> Start =
      Options.Decisions.empty() ? Result<InlineDecisions>(InlineDecisions())
                                : InlineDecisions::read(Options.Decisions);
  if (!Start)
    fail(Start.error());
  SearchOptions Search = getSearchOptions(Options, Start);
  Search.OnProgress = printProgress;
  Result<SearchResult> Found = searchDecisions(Problem, Search);
  if (!Found)
    fail(Found.error());
  for (const std::string &Failure : Problem.failures())
    std::cerr << "mlgo: left out: " << Failure << '\n';
  if (Status Written = writeFileAtomically(
          Options.Output, InlineDecisions(toDecisions(Found->Best)).format());
      !Written)
    fail(Written.error());
  std::cout << "start " << Found->StartSize << " bytes, best "
            << Found->Best.Size << " bytes, "
            << 100 * (Found->Best.Size / Found->StartSize - 1) << " %, "
            << Found->Spent.Trials << " trials, " << Found->Spent.FailedTrials
            << " failed, " << Found->Spent.Seconds << " s\n";
}

} // namespace

void addSearchCommand(CLI::App &App) {
  auto Options = std::make_shared<SearchCommandOptions>();
  Options->Traces.TraceOnly = true;
  // A trial is cheap, a round over all modules dear: large batches.
  Options->Search.BatchSize = 4096;
  CLI::App *Search = App.add_subcommand(
      "search",
      "Looks for inlining decisions that make the linked programs of a corpus\n"
      "smaller, and writes them to a decisions file for the plugin to replay.\n"
      "Example: mlgo search corpora/leveldb -o leveldb.decisions");
  Search
      ->add_option("corpus", Options->Selection.Folders,
                   "Folders of corpora (mlgo corpus fetch)")
      ->required();
  Search->add_option("--program", Options->Selection.Programs,
                     "Only these programs");
  Search->add_option("--module", Options->Selection.Modules,
                     "Only modules whose name has this part");
  Search
      ->add_option("--policy", Options->Policy,
                   "Who decides what the search does not: stock, or a model "
                   "file")
      ->capture_default_str();
  Search->add_option("--start", Options->Decisions,
                     "A decisions file to start from");
  Search->add_option("-o,--output", Options->Output, "The decisions file");
  Search->add_option("--labels", Options->Labels.Folder,
                     "Instead: flip decisions of the policy one at a time and "
                     "write training logs to this folder");
  Search->add_option("--sites", Options->Labels.SitesPerModule,
                     "Labels of a module at most; 0: all");
  Search->add_option("--traces", Options->Traces.Folder,
                     "Instead: write the policy's decisions as training logs "
                     "to this folder");
  Search->add_option("--method", Options->Method)
      ->check(CLI::IsMember({"local", "anneal", "walk"}))
      ->capture_default_str();
  Search
      ->add_option("--from", Options->StartFrom,
                   "Local search starts from the policy's decisions, with "
                   "nothing inlined, or tries both")
      ->check(CLI::IsMember({"policy", "nothing", "both"}))
      ->capture_default_str();
  Search->add_option("--rounds", Options->Search.Local.MaxRounds)
      ->capture_default_str();
  Search->add_option("--trials", Options->Search.MaxTrials,
                     "Budget; 0: until nothing helps any more");
  Search->add_option("--seconds", Options->Search.MaxSeconds,
                     "Budget; results then depend on the machine");
  Search->add_option("--seed", Options->Search.Seed)->capture_default_str();
  Search->add_option("--checkpoint", Options->Search.CheckpointFile,
                     "State is kept here; an interrupted search goes on");
  Search->add_option("--jobs", Options->Jobs, "Processes")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  Search->add_option("--trial-seconds", Options->Trial.TrialSeconds)
      ->capture_default_str();
  Search->add_option("--trial-megabytes", Options->Trial.TrialMegabytes)
      ->capture_default_str();
  Search->callback([Options] { runSearch(*Options); });
}

} // namespace mlgo
