// Runs a search or a sweep for a command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/SearchRun.h"
#include "build/ShippedPolicy.h"
#include "evaluate/CorpusDigest.h"
#include "evaluate/CorpusModules.h"
#include "evaluate/SearchReport.h"
#include "support/Progress.h"
#include "support/ScratchFolder.h"
#include "support/Text.h"
#include <chrono>
#include <filesystem>

namespace mlgo {
namespace {
SearchOptions getSearchOptions(const SearchRunOptions &Options,
                               const RunContext &Context) {
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
  Search.Interrupt = &Context.Interrupted;
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

/// Says what is missing. An error if that is everything.
Status reportFailures(const CorpusProblem &Problem, std::ostream &Log) {
  for (const auto *Failures : {&Problem.CorpusFailures, &Problem.failures()})
    for (const std::string &Failure : *Failures)
      Log << "mlgo: left out: " << Failure << '\n';
  if (Problem.failures().size() >= Problem.numModules() && Problem.isEmpty())
    return Error("none of the " + std::to_string(Problem.numModules()) +
                 " modules can be compiled");
  return Success();
}

Status writeLabels(const SearchLabels &Labels, const std::string &Into,
                   const std::string &Package) {
  const std::string Folder = Into + "/" + Package;
  MLGO_TRY(makeFolder(Folder));
  return Labels.write(Folder + "/search.log", Package);
}

std::string describe(const LabelSweepProgress &P) {
  if (P.Compiling)
    return formatText("%s: %zu of %zu modules compiled", P.Package.c_str(),
                      P.Compiled, P.Compiling);
  return formatText("%s: %zu of %zu modules, %zu of %zu tries",
                    P.Package.c_str(), P.FinishedModules, P.Modules, P.Tried,
                    P.Moves);
}

/// Labels one corpus, shows how far that is, and says what it took.
Status labelOne(LabelSource &Source, const LabelSweepSetting &Setting,
                std::ostream &Log) {
  Progress Bar(Log, "labels", Progress::optionsFor(2));
  const double Begin = secondsOfClock();
  const auto Tell = [&](const LabelSweepProgress &P) {
    const double All = double(std::max<size_t>(1, P.Moves));
    double Done = double(P.Tried) / All;
    if (Setting.Deadline > 0)
      Done = std::max(Done, (secondsOfClock() - Begin) /
                                std::max(1e-3, Setting.Deadline - Begin));
    Bar.update(P.Compiling ? 0 : Done, describe(P), double(P.Known) / All);
  };
  const LabelSweepProgress Done = MLGO_TRY(sweepLabels(Source, Setting, Tell));
  Bar.finish();
  Log << Done.Package << ": " << Done.FinishedModules << " of " << Done.Modules
      << " modules, " << Done.Done.Labels << " decisions, "
      << Done.Done.FailedTrials << " failed trials";
  if (const size_t New = Done.Tried - Done.Known)
    Log << formatText(
        "; %.2f s of a processor for each of %zu tries",
        (secondsOfClock() - Begin) * double(Setting.Slots) / double(New), New);
  if (Done.IsTimeOver)
    Log << "; the time is over, and the same command goes on";
  Log << '\n';
  return Success();
}
} // namespace

Status runLabels(const LabelRunOptions &Options, const RunContext &Context) {
  const ChosenTask Chosen =
      MLGO_TRY(chooseTask(Options.Choice.Task, Options.Choice.Objective));
  std::vector<std::string> Folders =
      MLGO_TRY(findCorpora(Options.Problem.Selection.Folders));
  const std::vector<std::string> &Packages = Options.Problem.Selection.Packages;
  const auto IsLeftOut = [&](const std::string &Folder) {
    return !Packages.empty() && std::find(Packages.begin(), Packages.end(),
                                          packageOf(Folder)) == Packages.end();
  };
  Folders.erase(std::remove_if(Folders.begin(), Folders.end(), IsLeftOut),
                Folders.end());
  if (Folders.empty())
    return Error("there are no corpora of these packages");
  const std::string Settings =
      Options.Labels.Settings.empty()
          ? formatCodeSetting(Options.Problem.Setting)
          : formatCodeSettings(Options.Labels.Settings);
  const double Begin = secondsOfClock();
  for (size_t I = 0; I < Folders.size(); ++I) {
    ProblemOptions Own = Options.Problem;
    Own.Objective = *Chosen.Objective;
    Own.Selection.Folders = {Folders[I]};
    Own.Selection.Packages.clear();
    auto Source = MLGO_TRY(
        Chosen.BackEnd->createLabels(Own, Options.Labels, Context.Work));
    for (CorpusProblem *Problem : Source->problems())
      Problem->stopWhen([&] { return Context.Interrupted.load(); });
    LabelSweepSetting Setting{Options.Output, Settings, Context.Work.slots()};
    if (Options.Seconds > 0) {
      const double Now = secondsOfClock();
      const double Left = std::max(0., Begin + Options.Seconds - Now);
      Setting.Deadline = Now + Left / double(Folders.size() - I);
    }
    MLGO_TRY(labelOne(*Source, Setting, Context.Log));
    for (const CorpusProblem *Problem : Source->problems())
      MLGO_TRY(reportFailures(*Problem, Context.Log));
  }
  return Success();
}

namespace {
using Seconds = std::chrono::duration<double>;

/// Of a budget of seconds, kept for the last evaluation, which seldom has to
/// compile anything anew.
constexpr double MostReserve = 0.04;

/// Where the search \p Options ask for begins, in \p Search.
Result<SearchStart> begin(const SearchRunOptions &Options,
                          const ProblemOptions &Own, const ChosenTask &Chosen,
                          CorpusProblem &Problem, const RunContext &Context,
                          SearchOptions &Search) {
  Decisions Given, Earlier;
  if (!Options.Decisions.empty())
    Given = MLGO_TRY(Chosen.BackEnd->readDecisions(Options.Decisions));
  if (!Options.EarlierDecisions.empty())
    if (auto Read = Chosen.BackEnd->readDecisions(Options.EarlierDecisions))
      Earlier = std::move(*Read);
  StartListener Listener;
  Listener.Tell = [&](const char *What, double Size) {
    Context.Log << formatText("search: %s: %.0f %s\n", What, Size,
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
  SearchStart Start =
      MLGO_TRY(chooseStart(Problem, *Chosen.BackEnd, Own, Context.Work, Given,
                           Earlier, Listener)
                   .in(Given.empty() ? "the start" : Options.Decisions));
  MLGO_TRY(reportFailures(Problem, Context.Log));
  if (Chosen.BackEnd->measuresPrograms() && sumOf(Problem.parts()) <= 0)
    return Error(
        "the programs have no bytes: nothing of the modules is reached "
        "from main(); expected programs, or --as-library");
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

/// Has the policy decide everything: \p Start took the time.
Result<FoundSizes> keepPolicy(const SearchRunOptions &Options,
                              const ChosenTask &Chosen,
                              const SearchStart &Start, double Seconds,
                              const RunContext &Context) {
  MLGO_TRY(
      writeFileAtomically(Options.Output, Chosen.BackEnd->formatDecisions({})));
  SearchResult Nothing;
  Nothing.End = SearchEnd::OutOfTime;
  Context.Out << describe(Nothing, Start, Start.Policy, *Chosen.Objective,
                          "the policy alone", Seconds)
              << std::flush;
  Context.Log << "search: there was no time to try anything; expected more "
                 "--seconds, of which the first "
              << static_cast<unsigned>(1.5 * Seconds)
              << " or so do not search\n";
  return FoundSizes{Start.Stock, Start.Policy, Start.Policy};
}

/// Evaluates what was found, \p Best, as it is written, and writes what is at
/// least as good instead if that is worse. None if it was interrupted.
Result<std::optional<std::vector<CorpusProblem::Part>>>
settle(const SearchRunOptions &Options, const TaskBackEnd &BackEnd,
       const SearchStart &Start, CorpusProblem &Problem, Decisions Best,
       bool ForgetsEarlier) {
  Decisions Earlier;
  if (ForgetsEarlier)
    if (auto Read = BackEnd.readDecisions(Options.Output))
      Earlier = std::move(*Read);
  const auto Write = [&] {
    return writeFileAtomically(Options.Output, BackEnd.formatDecisions(Best));
  };
  MLGO_TRY(Write());
  // What was written, not what was searched: modules that share a function may
  // have decided its calls differently until now.
  auto Written = Problem.evaluate(Best);
  std::vector<CorpusProblem::Part> After = Problem.parts();
  // A short resumed run may end worse than the earlier one.
  if (Written && !Earlier.empty() && Earlier != Best) {
    auto Again = Problem.evaluate(Earlier);
    if (Again && Again->Size < Written->Size) {
      Best = std::move(Earlier);
      MLGO_TRY(Write());
      Written = std::move(Again);
      After = Problem.parts();
    }
  }
  if (Written && Options.PolicyIsBuiltIn && Written->Size > Start.PolicySize) {
    // Rare, and still never worse than no search at all.
    Best.clear();
    MLGO_TRY(Write());
    After = Start.Policy;
  }
  if (!Written)
    return std::optional<std::vector<CorpusProblem::Part>>();
  return std::optional(std::move(After));
}

/// Who decides what is not tried.
std::string policyOf(const SearchRunOptions &Options,
                     const ChosenTask &Chosen) {
  if (Options.Problem.Policy != BetterPolicy)
    return Options.Problem.Policy;
  // What is shipped is for size.
  return Chosen.BackEnd->measuresPrograms() &&
                 Chosen.Objective->Name == Chosen.Task->Objectives.front()
             ? findShippedPolicy(*Chosen.Task, levelOf(Options))
             : "stock";
}

/// Searches from where \p Search says, and shows how far it is.
Result<SearchResult> search(CorpusProblem &Problem, SearchOptions &Search,
                            std::ostream &Log) {
  SearchBar Bar(Search, Log);
  Search.OnProgress = [&](const SearchProgress &P) { Bar.update(P); };
  Problem.OnTried = [&](size_t Tried, size_t) { Bar.show(Tried); };
  Result<SearchResult> Found = searchDecisions(Problem, Search);
  Bar.finish();
  return Found;
}
} // namespace

Result<FoundSizes> runSearch(const SearchRunOptions &Options,
                             const RunContext &Context) {
  const auto Begin = std::chrono::steady_clock::now();
  const auto Past = [&] {
    return Seconds(std::chrono::steady_clock::now() - Begin).count();
  };
  const ChosenTask Chosen =
      MLGO_TRY(chooseTask(Options.Choice.Task, Options.Choice.Objective));
  ProblemOptions Own = Options.Problem;
  Own.Objective = *Chosen.Objective;
  Own.Policy = policyOf(Options, Chosen);
  auto Opened = MLGO_TRY(Chosen.BackEnd->createProblem(Own, Context.Work));
  CorpusProblem &Problem = *Opened;
  Problem.stopWhen([&] { return Context.Interrupted.load(); });
  SearchOptions Search = getSearchOptions(Options, Context);
  std::unique_ptr<SearchLabels> Labels;
  if (!Options.Labels.empty()) {
    Labels = Problem.createLabels();
    if (!Labels)
      return Error("searches of task " + Chosen.Task->Name +
                   " have no labels, expected mlgo labels");
  }
  const SearchStart Start =
      MLGO_TRY(begin(Options, Own, Chosen, Problem, Context, Search));
  if (Start.IsPolicyAlone)
    return keepPolicy(Options, Chosen, Start, Past(), Context);
  if (Labels) {
    Labels->begin();
    Search.Local.ApplyEvery = 0;
    Search.OnLabel = [&](const SearchLabel &L) { Labels->add(L); };
  }
  if (Search.MaxSeconds > 0)
    // What was found is evaluated once more, as it is written.
    Search.MaxSeconds =
        std::max(1e-3, Search.MaxSeconds - Past() -
                           std::min(Start.EvaluationSeconds,
                                    Search.MaxSeconds * MostReserve));
  const SearchResult Found = MLGO_TRY(search(Problem, Search, Context.Log));
  if (Labels)
    MLGO_TRY(writeLabels(*Labels, Options.Labels, Start.Stock[0].Package));
  if (!Found.CheckpointProblem.empty())
    Context.Log << "mlgo: " << Found.CheckpointProblem << '\n';
  // An interrupt has ended the search, and ends what comes after it; what was
  // found is evaluated to the end.
  Problem.stopWhen({});
  const auto After =
      MLGO_TRY(settle(Options, *Chosen.BackEnd, Start, Problem,
                      toDecisions(Found.Best), Search.ForgetsEarlierSeconds));
  if (After)
    Context.Out << describe(Found, Start, *After, *Chosen.Objective,
                            Options.PolicyIsBuiltIn ? "the policy alone"
                                                    : "as the policy decides",
                            Past())
                << std::flush;
  return FoundSizes{Start.Stock, Start.Policy, After.value_or(Problem.parts())};
}
} // namespace mlgo
