// mlgo tune
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo tune -o app.decisions -- make -j4

#include "build/FolderLock.h"
#include "build/PluginFile.h"
#include "build/ShippedPolicy.h"
#include "mlgo/support/File.h"
#include "mlgo/support/UnfinishedFile.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/StepTeller.h"
#include "tools/SearchFlags.h"
#include "tune/Cargo.h"
#include "tune/Flags.h"
#include "tune/Page.h"
#include "tune/Search.h"
#include <iostream>

namespace mlgo {
namespace {
/// The policies of other tasks in the plugin for LLVM \p Major, which decide in
/// the next build, and so in trials, of code for \p Targets.
std::vector<std::string>
findPoliciesBeside(unsigned Major, const std::set<std::string> &Targets) {
  std::vector<std::string> All;
  for (const Task &T : allTasks()) {
    if (&T == &defaultTask() || !T.serves(Major))
      continue;
    const auto Files = orFail(findShippedPolicies(T, Targets));
    All.insert(All.end(), Files.begin(), Files.end());
  }
  return All;
}

/// Whether passes are searched, too: where plugins decide about them, and by
/// what is executed if that is what counts.
bool searchesPasses(const TuneOptions &Options) {
  return (!Options.isForSpeed() || !Options.Run.empty()) &&
         effortTask().serves(Options.LLVMMajor);
}

/// Two builds that differ in the decisions, and what they are called.
struct SpeedComparison {
  const char *Heading;
  const char *Short; ///< On the page.
  ComparedFlags Flags;
};

/// Builds with decisions, with the profile and without it: the first is what
/// they were searched for. \p Flags are those of the first.
std::vector<SpeedComparison>
listSpeedComparisons(const TuneOptions &Options,
                     const std::vector<std::string> &Flags) {
  const std::string Use = "-fprofile-use=" + Options.profile();
  std::vector<std::string> Without = Flags;
  Without.erase(std::remove(Without.begin(), Without.end(), Use),
                Without.end());
  // No flags at all would mean to embed bitcode.
  const SpeedComparison Plain = {
      "with decisions alone, against stock without a profile",
      "without a profile",
      {{"-w"}, Without}};
  if (Options.HidesProfile)
    return {Plain};
  return {{"with decisions and the profile, against stock with the profile",
           "with the profile",
           {{Use}, Flags}},
          Plain};
}

/// Measures and prints what was found.
void finishSpeed(const TuneOptions &Options, const std::string &Work,
                 const std::string &Corpus, const BuiltCorpus &Built,
                 const std::string &Plugin, const FoundSizes &Cycles) {
  auto Advised = listTuneFlags(Options, Built, Plugin);
  auto Compared = listSpeedComparisons(Options, Advised);
  const bool WantsPage = !Options.Page.empty();
  BuildReport Page;
  for (size_t I = 0; I < Compared.size() && !Options.Run.empty(); ++I) {
    SpeedComparison &C = Compared[I];
    TuneBuild Build = describeTuneBuild(Options, Work);
    if (WantsPage && I == 0)
      recordDecisions(Build);
    std::cout << C.Heading << std::endl;
    const MeasuredSpeed Measured = orFail(measureSpeed(
        Build, Corpus, Options.workload(Work), C.Flags, Options.Pairs));
    if (!Measured.Compared.NotCounted.empty())
      std::cerr << "mlgo: not counted: " << Measured.Compared.NotCounted
                << '\n';
    std::cout << describe(Measured.Compared, Measured.StockBytes,
                          Measured.FoundBytes)
              << std::flush;
    if (WantsPage && I == 0)
      Page = orFail(reportSpeed(Build, Measured.Builds, Cycles));
    if (WantsPage)
      addSpeed(Page, C.Short, Measured);
    if (!Measured.isGood() && &C == &Compared.back())
      C.Flags.Found.clear();
  }
  if (Options.HidesProfile)
    Advised.clear();
  std::cout << describeAdvice(Advised, Compared.back().Flags.Found)
            << std::flush;
  if (WantsPage)
    orFail(writeFileAtomically(Options.Page, formatHTML(Page)));
}

/// Says how to build from now on, or builds so.
void finishCargo(const TuneOptions &Options, const std::string &Work) {
  if (!Options.Rebuilds) {
    std::cout << describeCargoAdvice(Options, Work,
                                     orFail(readSizes(Work + "/promised")));
    return;
  }
  const RebuiltPrograms Done = orFail(rebuildCargo(Options, Work));
  std::cout << Done.Table << std::flush;
  orFail(Done.IsComplete);
}

/// Options that mean nothing together.
void refuseMixed(const TuneOptions &Options) {
  const char *Fault = nullptr;
  if (Options.isForSpeed()) {
    if (!Options.Build.empty() && Options.Run.empty())
      Fault = "objective is 'cycles', expected --run COMMAND, the workload";
    else if (!Options.Page.empty() && Options.Run.empty())
      Fault = "--report shows what --run executes; expected both, or none";
    else if (!Options.Model.empty())
      Fault = "policies are not trained by cycles, expected --train without "
              "--objective cycles";
  } else if (!Options.Run.empty()) {
    Fault = "--run is the workload of --objective cycles";
  } else if (Options.HidesProfile) {
    Fault = "--hide-profile is about --objective cycles";
  }
  if (Fault)
    failUsage(Error(Fault));
  if (Options.IsCargo)
    if (const Status Known = checkCargo(Options); !Known)
      failUsage(Known.error());
}

/// What was built and found.
struct Tuned {
  BuiltCorpus Built;
  FoundSizes Found;
  Status Learned = Success();
};

/// Says what is known of the build \p Built to the search.
void describeBuilt(TuneOptions &Options, const BuiltCorpus &Built) {
  // For speed no other policy decides unless somebody names it.
  if (!Options.isForSpeed())
    Options.Search.Problem.Beside =
        findPoliciesBeside(Options.LLVMMajor, Built.Targets);
  Options.Search.PolicyIsBuiltIn = Built.Levels.size() == 1;
  Options.Search.MayBeEmpty =
      Options.Search.PolicyIsBuiltIn && !Options.isForSpeed();
  if (Options.Search.PolicyIsBuiltIn)
    Options.Search.BuiltLevel = *Built.Levels.begin();
}

/// Builds, and searches calls, then passes.
Tuned searchAll(TuneOptions &Options, const std::string &Work,
                const std::string &Corpus, const std::string &Plugin) {
  Tuned All;
  const auto Workers =
      startTrialWorkers(Options.Workers, KeptModules / Options.Workers.jobs());
  orFail(makeTuneCorpus(Options, Work, Corpus));
  All.Built = orFail(readBuiltCorpus(Corpus, Options.Search.Problem.Setting));
  describeBuilt(Options, All.Built);
  const RunContext Context = terminalFor(*Workers);
  const bool HasPasses = searchesPasses(Options);
  if (HasPasses)
    Options.Search.Search.MaxSeconds /= 2;
  All.Found = orFail(searchTuned(Options, Work, Corpus, Context));
  const PassBudget ForPasses = {
      static_cast<uint64_t>(Options.Search.Search.MaxSeconds),
      Options.Search.Search.MaxTrials, /*MayGrow=*/true, &Context.Interrupted};
  if (HasPasses && !Context.Interrupted)
    orFail(
        searchTunedPasses(Options, Work, Corpus, All.Built, Plugin, ForPasses));
  if (!Options.Model.empty())
    All.Learned = learnTunedPolicy(Options, Work, All.Built, Context);
  // What follows builds with what was found; nothing of it is half a result.
  unwatchInterrupts();
  return All;
}

/// Says how to build from now on, or builds so, where bytes count.
void finishSize(const TuneOptions &Options, const std::string &Work,
                const std::string &Corpus, const Tuned &All,
                const std::string &Plugin) {
  const auto Flags = listTuneFlags(Options, All.Built, Plugin);
  TuneBuild Build = describeTuneBuild(Options, Work);
  RebuiltPrograms Done;
  if (Options.Rebuilds || !Options.Page.empty()) {
    Build.Flags = Flags;
    if (!Options.Page.empty())
      recordDecisions(Build);
    Done = orFail(rebuild(Build, Corpus));
    std::cout << Done.Table << std::flush;
    orFail(Done.IsComplete);
  }
  if (!Options.Rebuilds)
    std::cout << describeAdvice(Flags, orFail(readSizes(Work + "/promised")))
              << std::flush;
  if (!Options.Page.empty())
    orFail(writeTunePage(Options.Page, Build, Done.Links, All.Found));
}

void runTune(TuneOptions Options) {
  const std::string Work = fs::absolute(Options.Work).lexically_normal();
  Options.IsCargo = isCargo(Options, Work);
  refuseMixed(Options);
  orFail(checkWritable({Options.Page, Options.Search.Output, Options.Model}));
  orFail(makeFolder(Work));
  // Two would build here, and keep in the other folder what they know.
  std::vector<std::unique_ptr<FolderLock>> Locks;
  for (const std::string &Folder :
       std::set<std::string>{fs::current_path().string(),
                             (fs::path(Work) / "").parent_path().string()}) {
    Locks.push_back(std::make_unique<FolderLock>(Folder));
    if (!Locks.back()->isHeld())
      fail(Error(Folder + ": in use, another mlgo tune builds or searches "
                          "there; expected its end, or a copy of the folder"));
  }
  Options.Tell = tellSteps(std::cerr);
  const std::string Plugin = orFail(nameAsWord(
      orFail(findPlugin("MLGO-" + std::to_string(Options.LLVMMajor) + ".so"))));
  // Tables call a corpus after the folder around it.
  const std::string Corpus =
      Work + "/" + fs::current_path().filename().string() + "/corpus";
  Tuned All;
  if (!Options.Rebuilds || !Options.Build.empty())
    All = searchAll(Options, Work, Corpus, Plugin);
  else
    All.Built = orFail(readBuiltCorpus(Corpus, Options.Search.Problem.Setting));
  if (Options.IsCargo)
    finishCargo(Options, Work);
  else if (Options.isForSpeed())
    finishSpeed(Options, Work, Corpus, All.Built, Plugin, All.Found);
  else
    finishSize(Options, Work, Corpus, All, Plugin);
  orFail(All.Learned);
}
} // namespace

void addTuneCommand(CLI::App &App) {
  auto Options = std::make_shared<TuneOptions>();
  Options->Search.Output = "mlgo.decisions";
  Options->Search.Search.MaxSeconds = 600;
  CLI::App *Tune = App.add_subcommand(
      "tune",
      "Search the best decisions for a build, and print flags. Builds with "
      "the\n"
      "given command, and searches for calls to inline and passes to leave "
      "out\n"
      "that make the linked programs smaller, or faster in --run; the next\n"
      "build with the flags is. Its -Os or -Oz, "
      "target and other\n"
      "flags are kept; other levels become -Oz, or -O2 for cycles. CC, CXX "
      "and\n"
      "PATH lead the build to clang; it has to compile and link anew, in the\n"
      "current folder. Without a command, the search of the last build goes "
      "on.\n"
      "Example: mlgo tune --seconds 600 -o app.decisions -- make -j4");
  Tune->add_option("build", Options->Build, "The build command, after --");
  addDefaulted(*Tune, "-o,--output", Options->Search.Output,
               "The decisions file");
  addDefaulted(*Tune, "--work", Options->Work,
               "(rare) Folder for corpus and checkpoint");
  Tune->add_option("--program", Options->Search.Problem.Selection.Programs,
                   "(rare) Only these programs");
  Tune->add_flag(
      "--as-library", Options->Search.Problem.Selection.AsLibrary,
      "(rare) For builds of archives alone: measure all modules together, as "
      "a library whose every function may be called");
  addSettingFlags(*Tune, Options->Search.Problem.Setting, "(rare) ");
  addDefaulted(*Tune, "--seconds", Options->Search.Search.MaxSeconds,
               "Budget of the search, half of it for passes; 0: until nothing "
               "helps any more");
  Tune->add_option("--objective", Options->Search.Choice.Objective,
                   "What becomes less; cycles are those of --run")
      ->check(CLI::IsMember({"size", "cycles"}));
  Tune->add_option("--run", Options->Run,
                   "For cycles: the workload, for a shell");
  Tune->add_flag("--hide-profile", Options->HidesProfile,
                 "(rare) For cycles: search for builds that have no profile");
  addGrowthFlag(*Tune, Options->Search.Problem.MaxGrowth);
  addDefaulted(*Tune, "--pairs", Options->Pairs,
               "(rare) For cycles: how often both builds are timed in the end");
  Tune->add_option("--trials", Options->Search.Search.MaxTrials,
                   "(rare) Budget of the search; 0: none");
  Tune->add_option("--train", Options->Model,
                   "Also learn a policy of this program's own, this file, for "
                   "call sites that the decisions do not know");
  Tune->add_option(
      "--report", Options->Page,
      "Also build again with what was found, and write a page (HTML): what "
      "became smaller, by function, and the decisions behind that");
  addWorkerFlags(*Tune, Options->Workers, "(rare) ");
  Tune->add_flag("--rebuild", Options->Rebuilds,
                 "Then build again with what was found, and say how large the "
                 "programs are; without a command, only that, with the command "
                 "of the last search");
  addDefaulted(*Tune, "--llvm", Options->LLVMMajor, "Major version of clang");
  Tune->callback([Options] {
    if (Options->Search.Search.MaxTrials)
      Options->Search.Search.MaxSeconds = 0;
    runTune(*Options);
  });
}
} // namespace mlgo
