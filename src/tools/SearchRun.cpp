//===- SearchRun.cpp - Runs a search or a sweep for a command -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchRun.h"

#include "InlineAdvisor.h"
#include "evaluate/SearchLabels.h"

#include "Commands.h"

#include "mlgo/support/File.h"
#include "mlgo/support/Progress.h"
#include "mlgo/task/Task.h"

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

SearchOptions getSearchOptions(const SearchRunOptions &Options,
                               Result<InlineDecisions> &Start) {
  SearchOptions Search = Options.Search;
  Search.Method = Options.Method == "local"    ? SearchMethod::Local
                  : Options.Method == "anneal" ? SearchMethod::Annealing
                                               : SearchMethod::RandomWalk;
  // The other methods evaluate the program once a batch.
  if (Search.Method != SearchMethod::Local)
    Search.BatchSize = std::min(Search.BatchSize, 32u);
  Search.Local.FromStart = Options.StartFrom != "nothing";
  Search.Local.FromNothing = Options.StartFrom != "policy";
  if (Start)
    Search.Start = {Start->sites().begin(), Start->sites().end()};
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
                *P.Phase ? P.Phase : "at the start", P.Round,
                static_cast<unsigned long long>(P.Trials));
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

/// A corpus with its modules ready to be tried.
struct OpenCorpus {
  OpenCorpus(MeasuredCorpus TheCorpus, const SearchRunOptions &Options,
             Worker &Work)
      : Corpus(std::move(TheCorpus)),
        Problem(Work, Options.Trial, Corpus.Paths, Corpus.Programs,
                Options.Policy == "stock" ? "" : Options.Policy) {
    Problem.stopWhen([] { return Interrupted.load(); });
  }

  /// Says what is missing; ends the program if that is everything.
  void reportFailures() const {
    for (const auto *Failures : {&Corpus.Failures, &Problem.failures()})
      for (const std::string &Failure : *Failures)
        std::cerr << "mlgo: left out: " << Failure << '\n';
    if (Problem.failures().size() == Corpus.Paths.size())
      fail(Error("none of the " + std::to_string(Corpus.Paths.size()) +
                 " modules can be compiled"));
  }

  const MeasuredCorpus Corpus;
  InlineDecisionProblem Problem;
};

/// Labels or traces the corpora one after the other.
void runSweeps(const SearchRunOptions &Options, LabelSweepOptions Sweep,
               Worker &Work) {
  Sweep.Slots = Work.slots();
  Sweep.Seed = Options.Search.Seed;
  Result<std::vector<std::string>> Folders =
      findCorpora(Options.Selection.Folders);
  if (!Folders)
    fail(Folders.error());
  for (const std::string &Folder : *Folders) {
    CorpusSelection Selection = Options.Selection;
    Selection.Folders = {Folder};
    Result<MeasuredCorpus> Corpus = loadMeasuredCorpus(Selection);
    if (!Corpus)
      fail(Corpus.error());
    OpenCorpus Open(std::move(*Corpus), Options, Work);
    Status Swept = sweepLabels(
        Open.Problem, Open.Corpus, Sweep, [](const LabelSweepProgress &P) {
          std::cerr << P.Package << ": " << P.FinishedModules << " of "
                    << P.Modules << " modules, " << P.Labels << " decisions, "
                    << P.FailedTrials << " failed trials\n";
        });
    if (!Swept)
      fail(Swept.error());
    Open.reportFailures();
  }
}

void writeLabels(const SearchLabels &Labels, const SearchRunOptions &Options,
                 const MeasuredCorpus &Corpus) {
  const std::string Folder =
      Options.Labels.Folder + "/" + Corpus.Programs[0].Package;
  std::error_code Failure;
  std::filesystem::create_directories(Folder, Failure);
  if (Failure)
    fail(Error(Folder + ": cannot create: " + Failure.message()));
  Status Written =
      Labels.write(Folder + "/search.log", Corpus.Programs[0].Package);
  if (!Written)
    fail(Written.error());
}

} // namespace

void runSearch(const SearchRunOptions &Options, Worker &Work) {
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  const bool IsSearch = !Options.Output.empty();
  const bool WithLabels = !Options.Labels.Folder.empty();
  const bool IsTrace = !Options.Traces.Folder.empty();
  if (IsTrace ? IsSearch || WithLabels : !IsSearch && !WithLabels)
    fail(Error("expected --output, --labels or both, or --traces alone"));
  if (Options.Policy != "stock")
    if (auto Runner =
            createPolicyRunner((*findTask("inline"))->policy(), Options.Policy);
        !Runner)
      fail(Runner.error());
  if (!IsSearch)
    return runSweeps(Options, IsTrace ? Options.Traces : Options.Labels, Work);
  Result<MeasuredCorpus> Corpus = loadMeasuredCorpus(Options.Selection);
  if (!Corpus)
    fail(Corpus.error());
  OpenCorpus Open(std::move(*Corpus), Options, Work);
  InlineDecisionProblem &Problem = Open.Problem;
  Result<InlineDecisions> Start =
      Options.Decisions.empty() ? Result<InlineDecisions>(InlineDecisions())
                                : InlineDecisions::read(Options.Decisions);
  if (!Start)
    fail(Start.error());
  SearchOptions Search = getSearchOptions(Options, Start);
  Problem.keepInputs(WithLabels);
  Result<Evaluated> First = Problem.evaluate(Search.Start);
  Problem.keepInputs(false);
  if (!First)
    fail(First.error());
  const std::vector<uint64_t> Before = Problem.programSizes();
  if (Status Fits = checkStart(Search.Start, *First); !Fits)
    fail(Fits.error().in(Options.Decisions));
  Open.reportFailures();
  std::optional<SearchLabels> Labels;
  if (WithLabels) {
    Labels.emplace(Problem);
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
  if (Status Written = writeFileAtomically(
          Options.Output, InlineDecisions({Best.begin(), Best.end()}).format());
      !Written)
    fail(Written.error());
  if (WithLabels)
    writeLabels(*Labels, Options, Open.Corpus);
  if (!Found->CheckpointProblem.empty())
    std::cerr << "mlgo: " << Found->CheckpointProblem << '\n';
  Interrupted = false;
  // What was written, not what was searched: modules that share a function may
  // have decided its calls differently until now.
  if (Problem.evaluate(Best))
    printResult(*Found, Problem, Open.Corpus, Before);
}

} // namespace mlgo
