// Builds, and searches what was built
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Search.h"
#include "build/CompilerWrapper.h"
#include "learn/Imitation.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include "tune/Cargo.h"
#include "tune/Flags.h"
#include "tune/Page.h"
#include "tune/PassEffort.h"

namespace mlgo {
/// The decisions about passes, in the work folder.
constexpr const char *PassesFound = "/passes-found";

constexpr const char *ProfileFlag = "-fprofile-generate";

/// What the programs will be, as \p Sizes of the model say.
static Status writePromise(const FoundSizes &Sizes, const std::string &Work) {
  // The model of the linker knows what changes, and the build the rest: start
  // files and tables.
  std::map<std::string, uint64_t> Linked;
  if (auto Read = readSizes(Work + "/linked"))
    for (const NamedSize &Program : *Read)
      Linked.emplace(Program.Name, Program.Bytes);
  std::vector<NamedSize> Promised;
  for (size_t I = 0; I < Sizes.Found.size(); ++I) {
    const auto Stock = double(Sizes.Stock[I].Bytes),
               Found = double(Sizes.Found[I].Bytes);
    const auto Known = Linked.find(Sizes.Found[I].Name);
    const double Base = Known == Linked.end() ? Stock : double(Known->second);
    Promised.push_back(
        {Sizes.Found[I].Name, static_cast<uint64_t>(Base + Found - Stock)});
  }
  return writeSizes(Work + "/promised", Promised);
}

static Result<CorpusBuild> describeCorpusBuild(const TuneOptions &Options,
                                               const std::string &Corpus,
                                               const BuiltCorpus &Built,
                                               const std::string &Plugin,
                                               const PassBudget &Budget) {
  CorpusBuildSetting Setting;
  Setting.Corpus = Corpus;
  Setting.Flags = listTuneFlags(Options, Built, Plugin);
  if (Options.isForSpeed() && !Options.HidesProfile)
    Setting.Code.Profile = Options.profile();
  Setting.LLVMMajor = Options.LLVMMajor;
  if (Options.IsCargo) {
    Setting.LinkPlugin = Plugin;
    Setting.LinkEnvironment = {{defaultTask().variable("DECISIONS"),
                                fs::absolute(Options.Search.Output).string()}};
  }
  Setting.Jobs = static_cast<unsigned>(Options.Workers.jobs());
  Setting.Interrupted = Budget.Interrupted;
  return CorpusBuild::create(std::move(Setting));
}

/// Finds passes by what is executed.
static Result<std::string> findPassesForSpeed(const TuneOptions &Options,
                                              const std::string &Work,
                                              CorpusBuild Build,
                                              PassBudget Budget) {
  const auto Links =
      MLGO_TRY(parseLinkLog(MLGO_TRY(readFile(Work + "/links"))));
  PassTrials Trials =
      MLGO_TRY(PassTrials::create(std::move(Build), Work + "/passes",
                                  Options.workload(Work), findPlaces(Links)));
  // The search of inlining has spent what may be spent.
  Budget.MayGrow = !Options.Search.Problem.MaxGrowth;
  const FoundPasses Found =
      MLGO_TRY(searchPasses(Trials, Budget, Options.Tell));
  Options.Tell("tune: passes: " + describe(Found));
  return Found.Decisions;
}

/// Finds passes by bytes, and notes in \p Work what that promises.
static Result<std::string> findPassesForSize(const TuneOptions &Options,
                                             const std::string &Work,
                                             const CorpusBuild &Build,
                                             const PassBudget &Budget) {
  const PassEffort Found =
      MLGO_TRY(tryPassesForSize(Build, Work + "/passes", Budget));
  auto Promised = MLGO_TRY(readSizes(Work + "/promised"));
  std::vector<NamedSize> Better;
  uint64_t Before = 0, After = 0;
  for (size_t I = 0; I < Found.Before.size(); ++I) {
    Before += Found.Before[I].Bytes;
    After += Found.After[I].Bytes;
    for (NamedSize &Program : Promised) {
      if (Program.Name != Found.Before[I].Name)
        continue;
      // What is linked is nearer to the build than the model of the linker.
      if (!Options.IsCargo)
        Program.Bytes = Found.Before[I].Bytes;
      Better.push_back(Program);
      Better.back().Bytes += Found.After[I].Bytes - Found.Before[I].Bytes;
    }
  }
  Options.Tell(formatText("tune: passes: %llu -> %llu bytes, linked again",
                          static_cast<unsigned long long>(Before),
                          static_cast<unsigned long long>(After)));
  MLGO_TRY(writeSizes(Work + "/promised", After < Before ? Better : Promised));
  return After < Before ? Found.Decisions : std::string();
}

/// Puts the decisions about passes that were found before behind those about
/// inlining, which a search writes alone.
static Status addPasses(const TuneOptions &Options, const std::string &Work) {
  const auto Passes = readFile(Work + PassesFound);
  if (!Passes)
    return Success();
  const std::string Text = MLGO_TRY(readFile(Options.Search.Output));
  return writeFileAtomically(Options.Search.Output,
                             Text.substr(0, Text.find(passDecisionsHeader())) +
                                 *Passes);
}

/// Builds with compilers that embed bitcode, and makes the corpus of that.
/// Returns how large programs are, if what runs is what was asked for.
static Result<std::vector<NamedSize>> makeCorpus(const TuneOptions &Options,
                                                 const std::string &Work,
                                                 const std::string &Corpus) {
  TuneBuild Build = describeTuneBuild(Options, Work);
  // The bitcode is of the module before it is instrumented.
  if (Options.isForSpeed()) {
    Build.Flags = embedBitcodeFlags();
    Build.Flags.push_back(ProfileFlag);
    Build.LinkFlags = {ProfileFlag};
  }
  const auto Links = MLGO_TRY(runTuneBuild(Build));
  MLGO_TRY(extractTuneBuild(Build, Links, Corpus));
  if (Options.isForSpeed())
    MLGO_TRY(recordProfile(Options.workload(Work), Options.profile()));
  MLGO_TRY(keepStockBuild(Links, Work));
  // What is instrumented has another size.
  if (Options.isForSpeed())
    return std::vector<NamedSize>();
  return measureLinked(Links, Options.LLVMMajor);
}

TuneBuild describeTuneBuild(const TuneOptions &Options,
                            const std::string &Work) {
  TuneBuild Build;
  Build.Command = Options.Build;
  Build.Work = Work;
  Build.Setting = Options.Search.Problem.Setting;
  Build.LLVMMajor = Options.LLVMMajor;
  Build.IsLibrary = Options.Search.Problem.Selection.AsLibrary;
  Build.Jobs = static_cast<unsigned>(Options.Workers.jobs());
  Build.IsForSpeed = Options.isForSpeed();
  Build.Tell = Options.Tell;
  return Build;
}

Status learnTunedPolicy(const TuneOptions &Options, const std::string &Work,
                        const BuiltCorpus &Built, const RunContext &Context) {
  LabelRunOptions Sweep;
  Sweep.Problem = Options.Search.Problem;
  Sweep.Problem.Policy = "stock"; // Labels are around one policy's decisions.
  Sweep.Labels.Seed = Options.Search.Search.Seed;
  Sweep.Labels.MaxTogether = 6;
  Sweep.Output = Work + "/labels";
  if (!Context.Interrupted)
    MLGO_TRY(runLabels(Sweep, Context));
  if (Context.Interrupted)
    return Error(Options.Model + ": not learned: interrupted before all labels "
                                 "were there");
  ImitateOptions Learning;
  Learning.Logs = {Sweep.Output};
  Learning.Exclude = {"node_count", "edge_count", "lto_phase"};
  Learning.MaxBytes = 300;
  Learning.Cut = "0";
  Learning.Policy.Scope.Levels = {Built.Levels.begin(), Built.Levels.end()};
  Learning.Policy.Scope.Targets = {Built.Targets.begin(), Built.Targets.end()};
  Learning.Output = Options.Model;
  return Imitation(Learning).run();
}

Status makeTuneCorpus(const TuneOptions &Options, const std::string &Work,
                      const std::string &Corpus) {
  std::error_code Failure;
  if (Options.Build.empty()) {
    if (!fs::exists(Corpus, Failure))
      return Error("nothing was built here by mlgo tune before; expected a "
                   "build command after --, as in mlgo tune -- make");
    return Success();
  }
  // What another search found is where this one may begin.
  for (const char *Old :
       {"/labels", "/search", "/earlier.decisions", PassesFound})
    fs::remove_all(Work + Old, Failure);
  fs::copy_file(Options.Search.Output, Work + "/earlier.decisions", Failure);
  const auto Linked =
      MLGO_TRY(Options.IsCargo ? makeCargoCorpus(Options, Work, Corpus)
                               : makeCorpus(Options, Work, Corpus));
  MLGO_TRY(writeBuildCommand(Work, Options.Build));
  MLGO_TRY(writeSizes(Work + "/linked", Linked));
  if (!Linked.empty())
    Options.Tell("tune: linked without the plugin: " +
                 std::to_string(sumOf(Linked)) + " bytes");
  return Success();
}

Result<FoundSizes> searchTuned(TuneOptions Options, const std::string &Work,
                               const std::string &Corpus,
                               const RunContext &Context) {
  // The build was told what is asked for of the code.
  if (!Options.Build.empty())
    Options.Search.Problem.Setting = {};
  Options.Search.Problem.Selection.Folders = {Corpus};
  Options.Search.Search.CheckpointFile = Work + "/search";
  Options.Search.Search.ForgetsEarlierSeconds = true;
  Options.Search.EarlierDecisions = Work + "/earlier.decisions";
  if (Options.isForSpeed()) {
    Options.Search.Problem.Setting.Profile = Options.profile();
    Options.Search.Problem.Setting.HidesProfile = Options.HidesProfile;
  }
  const FoundSizes Sizes = MLGO_TRY(runSearch(Options.Search, Context));
  MLGO_TRY(writePromise(Sizes, Work));
  MLGO_TRY(addPasses(Options, Work));
  return Sizes;
}

Status searchTunedPasses(const TuneOptions &Options, const std::string &Work,
                         const std::string &Corpus, const BuiltCorpus &Built,
                         const std::string &Plugin, const PassBudget &Budget) {
  Options.Tell("tune: searching passes");
  const auto Find = [&]() -> Result<std::string> {
    CorpusBuild Build =
        MLGO_TRY(describeCorpusBuild(Options, Corpus, Built, Plugin, Budget));
    return Options.isForSpeed()
               ? findPassesForSpeed(Options, Work, std::move(Build), Budget)
               : findPassesForSize(Options, Work, Build, Budget);
  };
  const auto Found = Find();
  if (!Found)
    Options.Tell("tune: passes: not searched: " + Found.error().message());
  if (!Found || Found->empty())
    return Success();
  MLGO_TRY(writeFileAtomically(Work + PassesFound, *Found));
  return addPasses(Options, Work);
}
} // namespace mlgo
