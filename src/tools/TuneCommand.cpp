//===- TuneCommand.cpp - mlgo tune ----------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo tune -o app.decisions -- make -j4
//
//===----------------------------------------------------------------------===//

#include "PluginFile.h"
#include "SearchReport.h"
#include "SearchRun.h"
#include "TrialWorkers.h"
#include "TuneBuild.h"
#include "TuneRebuild.h"
#include "TuneSpeed.h"
#include "imitate/Imitation.h"

#include "mlgo/corpus/CompilerWrapper.h"
#include "mlgo/support/File.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// Modules that all workers keep parsed.
constexpr size_t KeepReady = 64;

constexpr const char *ProfileFlag = "-fprofile-generate";

struct TuneOptions {
  WorkerOptions Workers;
  SearchRunOptions Search;
  std::string Work = ".mlgo-tune";
  std::vector<std::string> Build;
  unsigned LLVMMajor = 22;
  std::string Model; ///< Also learn this policy; empty: none.
  std::string Page;  ///< HTML is written here; empty: none.
  bool Rebuilds = false;
  std::string Run;     ///< For the objective cycles: the workload.
  unsigned Pairs = 15; ///< Of timed runs.

  bool isForSpeed() const { return Search.Choice.Objective == "cycles"; }
  Workload workload(const std::string &Folder) const {
    return {Run, Folder, LLVMMajor};
  }
  /// The profile, beside the decisions, as both are for the next build.
  std::string profile() const {
    return fs::absolute(fs::path(Search.Output).replace_extension(".profdata"))
        .string();
  }
};

/// Options.Work, absolute.
std::string workOf(const TuneOptions &Options) {
  const std::string Work = fs::absolute(Options.Work).lexically_normal();
  std::error_code Failure;
  fs::create_directories(Work, Failure);
  if (Failure)
    fail(Error(Work + ": cannot create: " + Failure.message()));
  return Work;
}

/// What the build has been told so far.
TuneBuild buildOf(const TuneOptions &Options, const std::string &Work) {
  TuneBuild Build;
  Build.Command = Options.Build;
  Build.Work = Work;
  Build.Setting = Options.Search.Problem.Setting;
  Build.LLVMMajor = Options.LLVMMajor;
  Build.IsLibrary = Options.Search.Problem.Selection.AsLibrary;
  Build.Jobs = static_cast<unsigned>(Options.Workers.jobs());
  Build.IsForSpeed = Options.isForSpeed();
  return Build;
}

/// Learns from what single flips do in this program. Decisions fit the code
/// that was searched; a policy of its own also answers for what is written
/// later.
Status learnPolicy(const TuneOptions &Options, const std::string &Work,
                   const BuiltCorpus &Built, Worker &Workers) {
  LabelRunOptions Sweep;
  Sweep.Problem = Options.Search.Problem;
  Sweep.Problem.Policy = "stock"; // Labels are around one policy's decisions.
  Sweep.Labels.Seed = Options.Search.Search.Seed;
  Sweep.Labels.MaxTogether = 6;
  Sweep.Output = Work + "/labels";
  runLabels(Sweep, Workers);
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

/// Builds, if there is a command, and makes the corpus \p Corpus of it. What is
/// asked for of the code is so in the build then, and no more asked for.
void makeCorpus(TuneOptions &Options, const std::string &Work,
                const std::string &Corpus) {
  std::error_code Failure;
  if (Options.Build.empty()) {
    if (!fs::exists(Corpus, Failure))
      fail(Error(Corpus + ": not there; expected a build command after --"));
    return;
  }
  // What another search found is where this one may begin.
  for (const char *Old : {"labels", "search", "earlier.decisions"})
    fs::remove_all(Work + "/" + Old, Failure);
  fs::copy_file(Options.Search.Output, Work + "/earlier.decisions", Failure);
  TuneBuild Build = buildOf(Options, Work);
  // The bitcode is of the module before it is instrumented.
  if (Options.isForSpeed()) {
    Build.Flags = embedBitcodeFlags();
    Build.Flags.push_back(ProfileFlag);
    Build.LinkFlags = {ProfileFlag};
  }
  const auto Links = orFail(runTuneBuild(Build));
  orFail(extractTuneBuild(Build, Links, Corpus));
  if (Options.isForSpeed())
    orFail(recordProfile(Options.workload(Work), Options.profile()));
  orFail(writeBuildCommand(Work, Options.Build));
  // What is instrumented has another size.
  orFail(writeSizes(Work + "/linked",
                    Options.isForSpeed()
                        ? std::vector<NamedSize>()
                        : measureLinked(Links, Options.LLVMMajor)));
  Options.Search.Problem.Setting = {};
}

/// The flags that make of a build what was searched: its own level, unless
/// files have several, what keeps code as trials have it, and the decisions.
std::vector<std::string> listFlags(const TuneOptions &Options,
                                   const BuiltCorpus &Built,
                                   const std::string &Plugin) {
  std::vector<std::string> Flags;
  if (Built.Levels.size() == 1)
    Flags.push_back("-" + *Built.Levels.begin());
  if (Options.Search.Problem.Setting.DropsUnwindTables)
    Flags.insert(Flags.end(),
                 {"-fno-asynchronous-unwind-tables", "-fno-unwind-tables"});
  if (Options.isForSpeed())
    Flags.push_back("-fprofile-use=" + Options.profile());
  // Elsewhere clang's outliner changes what was measured.
  for (const std::string &Target : Built.Targets)
    if (Target != "x86-64" && Target != "i386" && Target != "wasm32") {
      Flags.push_back("-mno-outline");
      break;
    }
  // Clang 19 reads options before it loads passes.
  if (Options.LLVMMajor < 22)
    Flags.push_back("-fplugin=" + Plugin);
  Flags.push_back("-fpass-plugin=" + Plugin);
  // By way of the front end: assemblers and linkers take no -mllvm of ours.
  const auto Add = [&](const std::string &Flag, const std::string &File) {
    Flags.insert(Flags.end(), {"-Xclang", "-mllvm", "-Xclang",
                               Flag + "=" + fs::absolute(File).string()});
  };
  Add("-mlgo-inline-decisions", Options.Search.Output);
  std::error_code Failure;
  if (!Options.Model.empty() && fs::exists(Options.Model, Failure))
    Add("-mlgo-inline-model", Options.Model);
  return Flags;
}

/// Searches, and notes what that promises.
void search(TuneOptions &Options, const std::string &Work,
            const std::string &Corpus, Worker &Workers) {
  Options.Search.Problem.Selection.Folders = {Corpus};
  Options.Search.Search.CheckpointFile = Work + "/search";
  Options.Search.Search.ForgetsEarlierSeconds = true;
  Options.Search.EarlierDecisions = Work + "/earlier.decisions";
  if (Options.isForSpeed())
    Options.Search.Problem.Setting.Profile = Options.profile();
  const FoundSizes Sizes = runSearch(Options.Search, Workers);
  if (!Options.Page.empty())
    orFail(writeFileAtomically(
        Options.Page,
        formatSearchPage(Sizes.Stock, Sizes.Policy, Sizes.Found)));
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
  orFail(writeSizes(Work + "/promised", Promised));
}

/// Measures and prints what was found, with the profile and without it.
void finishSpeed(const TuneOptions &Options, const std::string &Work,
                 const std::string &Corpus, const BuiltCorpus &Built,
                 const std::string &Plugin) {
  const auto With = listFlags(Options, Built, Plugin);
  const std::string Use = "-fprofile-use=" + Options.profile();
  std::vector<std::string> Without = With;
  Without.erase(std::remove(Without.begin(), Without.end(), Use),
                Without.end());
  const auto Measure = [&](const char *Heading,
                           const std::vector<std::string> &Stock,
                           const std::vector<std::string> &Found) {
    std::printf("%s\n", Heading);
    return orFail(measureSpeed(buildOf(Options, Work), Corpus,
                               Options.workload(Work), {Stock, Found},
                               Options.Pairs));
  };
  if (!Options.Run.empty()) {
    Measure("with decisions and the profile, against stock with the profile",
            {Use}, With);
    // No flags at all would mean to embed bitcode.
    if (!Measure("with decisions alone, against stock without a profile",
                 {"-w"}, Without))
      Without.clear();
  }
  printSpeedAdvice(With, Without);
}

void runTune(TuneOptions Options) {
  if (Options.isForSpeed() && !Options.Build.empty() && Options.Run.empty())
    fail(Error("objective is 'cycles', expected --run COMMAND, the workload"));
  if (!Options.isForSpeed() && !Options.Run.empty())
    fail(Error("--run is the workload of --objective cycles"));
  if (Options.isForSpeed() && !Options.Model.empty())
    fail(Error("policies are not trained by cycles, expected --train without "
               "--objective cycles"));
  const std::string Work = workOf(Options);
  std::string Plugin = orFail(
      findPlugin("MLGOInliner-" + std::to_string(Options.LLVMMajor) + ".so"));
  // Tables call a corpus after the folder around it.
  const std::string Corpus =
      Work + "/" + fs::current_path().filename().string() + "/corpus";
  const CodeSetting Asked = Options.Search.Problem.Setting;
  const bool Searches = !Options.Rebuilds || !Options.Build.empty();
  Status Learned = Success();
  BuiltCorpus Built;
  if (Searches) {
    const auto Workers =
        startTrialWorkers(Options.Workers, KeepReady / Options.Workers.jobs());
    makeCorpus(Options, Work, Corpus);
    Built = orFail(readBuiltCorpus(Corpus, Asked));
    Options.Search.PolicyIsBuiltIn = Built.Levels.size() == 1;
    if (Options.Search.PolicyIsBuiltIn)
      Options.Search.BuiltLevel = *Built.Levels.begin();
    search(Options, Work, Corpus, *Workers);
    if (!Options.Model.empty())
      Learned = learnPolicy(Options, Work, Built, *Workers);
  } else {
    Built = orFail(readBuiltCorpus(Corpus, Asked));
  }
  Options.Search.Problem.Setting = Asked;
  const auto Flags = listFlags(Options, Built, Plugin);
  if (Options.isForSpeed()) {
    finishSpeed(Options, Work, Corpus, Built, Plugin);
  } else if (Options.Rebuilds) {
    TuneBuild Build = buildOf(Options, Work);
    Build.Flags = Flags;
    orFail(rebuild(Build, Corpus));
  } else {
    printAdvice(Flags, orFail(readSizes(Work + "/promised")));
  }
  if (!Learned)
    fail(Learned.error());
}

} // namespace

void addTuneCommand(CLI::App &App) {
  auto Options = std::make_shared<TuneOptions>();
  Options->Search.Output = "mlgo.decisions";
  Options->Search.Search.MaxSeconds = 600;
  CLI::App *Tune = App.add_subcommand(
      "tune",
      "Builds with the given command, searches for inlining decisions that\n"
      "make the linked programs smaller, or faster in --run, and prints the\n"
      "flags with which the next build is. Its -Os or -Oz, target and other\n"
      "flags are kept; other levels become -Oz, or -O2 for cycles. CC, CXX "
      "and\n"
      "PATH lead the build to clang; it has to compile and link anew, in the\n"
      "current folder. Without a command, the search of the last build goes "
      "on.\n"
      "Example: mlgo tune --seconds 600 -o app.decisions -- make -j4");
  Tune->add_option("build", Options->Build, "The build command, after --");
  Tune->add_option("-o,--output", Options->Search.Output, "The decisions file")
      ->capture_default_str();
  Tune->add_option("--work", Options->Work, "Folder for corpus and checkpoint")
      ->capture_default_str();
  Tune->add_option("--program", Options->Search.Problem.Selection.Programs,
                   "Only these programs");
  Tune->add_flag(
      "--as-library", Options->Search.Problem.Selection.AsLibrary,
      "For builds of archives alone: measure all modules together, as "
      "a library whose every function may be called");
  addSettingFlags(*Tune, Options->Search.Problem.Setting);
  Tune->add_option("--seconds", Options->Search.Search.MaxSeconds,
                   "Budget of the search; 0: until nothing helps any more")
      ->capture_default_str();
  Tune->add_option("--objective", Options->Search.Choice.Objective,
                   "What becomes less; cycles are those of --run")
      ->check(CLI::IsMember({"size", "cycles"}));
  Tune->add_option("--run", Options->Run,
                   "For cycles: the workload, for a shell");
  addGrowthFlag(*Tune, Options->Search.Problem.MaxGrowth);
  Tune->add_option("--pairs", Options->Pairs,
                   "For cycles: how often both builds are timed in the end")
      ->capture_default_str();
  Tune->add_option("--trials", Options->Search.Search.MaxTrials,
                   "Budget of the search; 0: none");
  Tune->add_option("--train", Options->Model,
                   "Also learn a policy of this program's own, this file, for "
                   "call sites that the decisions do not know");
  Tune->add_option(
      "--report", Options->Page,
      "Also write a page (HTML): each program as stock, the policy "
      "and the search make it");
  addWorkerFlags(*Tune, Options->Workers);
  Tune->add_flag("--rebuild", Options->Rebuilds,
                 "Then build again with what was found, and say how large the "
                 "programs are; without a command, only that, with the command "
                 "of the last search");
  Tune->add_option("--llvm", Options->LLVMMajor, "Major version of clang")
      ->capture_default_str();
  Tune->callback([Options] {
    if (Options->Search.Search.MaxTrials)
      Options->Search.Search.MaxSeconds = 0;
    runTune(*Options);
  });
}

} // namespace mlgo
