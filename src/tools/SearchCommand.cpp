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
#include "mlgo/support/Progress.h"
#include "mlgo/train/DecisionSearch.h"

#include <csignal>
#include <cstdio>
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

std::string describe(const SearchProgress &P) {
  char Text[160];
  const double Gain =
      P.StartSize > 0 ? 100 * (P.BestSize / P.StartSize - 1) : 0;
  std::snprintf(Text, sizeof(Text), "%+.2f %%  %s, round %u, %llu trials", Gain,
                P.Phase, P.Round, static_cast<unsigned long long>(P.Trials));
  return Text;
}

void printResult(const SearchResult &Found, InlineDecisionProblem &Problem,
                 const MeasuredCorpus &Corpus,
                 const std::vector<uint64_t> &Before) {
  const std::vector<uint64_t> After = Problem.programSizes();
  for (size_t I = 0; I < After.size(); ++I)
    std::printf("%-12s %-20s %10llu -> %10llu bytes  %+.2f %%\n",
                Corpus.Programs[I].Package.c_str(),
                Corpus.Programs[I].Name.c_str(),
                static_cast<unsigned long long>(Before[I]),
                static_cast<unsigned long long>(After[I]),
                100 * (double(After[I]) / double(Before[I]) - 1));
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
               " call sites is among the " +
               std::to_string(First.Sites.size()) +
               " of the program, expected decisions of this program");
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
  Result<Evaluated> First = Problem.evaluate(Search.Start);
  if (!First)
    fail(First.error());
  const std::vector<uint64_t> Before = Problem.programSizes();
  if (Status Fits = checkStart(Search.Start, *First); !Fits)
    fail(Fits.error().in(Options.Decisions));
  for (const std::string &Failure : Corpus->Failures)
    std::cerr << "mlgo: left out: " << Failure << '\n';
  for (const std::string &Failure : Problem.failures())
    std::cerr << "mlgo: left out: " << Failure << '\n';
  Progress Bar(std::cerr, "search", Progress::optionsFor(2));
  Search.OnProgress = [&](const SearchProgress &P) {
    Bar.update(P.Fraction, describe(P));
  };
  Result<SearchResult> Found = searchDecisions(Problem, Search);
  Bar.finish();
  if (!Found)
    fail(Found.error());
  if (Status Written = writeFileAtomically(
          Options.Output, InlineDecisions(toDecisions(Found->Best)).format());
      !Written)
    fail(Written.error());
  if (!Found->CheckpointProblem.empty())
    std::cerr << "mlgo: " << Found->CheckpointProblem << '\n';
  Interrupted = false;
  if (Problem.evaluate(Found->BestDecisions))
    printResult(*Found, Problem, *Corpus, Before);
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
