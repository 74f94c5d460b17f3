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
#include "SearchRun.h"
#include "TrialWorkers.h"
#include "TuneBuild.h"
#include "imitate/Imitation.h"

#include <filesystem>
#include <iostream>
#include <memory>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// Modules that all workers keep parsed.
constexpr size_t KeepReady = 64;

struct TuneOptions {
  WorkerOptions Workers;
  SearchRunOptions Search;
  std::string Work = ".mlgo-tune";
  std::vector<std::string> Build;
  unsigned LLVMMajor = 22;
  std::string Model; ///< Also learn this policy; empty: none.
};

/// Learns from what single flips do in this program. Decisions fit the code
/// that was searched; a policy of its own also answers for what is written
/// later.
Status learnPolicy(const TuneOptions &Options, const std::string &Work,
                   const BuiltCorpus &Built, Worker &Workers) {
  LabelRunOptions Sweep;
  Sweep.Problem = Options.Search.Problem;
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
  fs::remove_all(Work + "/labels", Failure);
  TuneBuild Build;
  Build.Command = Options.Build;
  Build.Work = Work;
  Build.Setting = Options.Search.Problem.Setting;
  Build.LLVMMajor = Options.LLVMMajor;
  Build.Jobs = static_cast<unsigned>(Options.Workers.jobs());
  orFail(runTuneBuild(Build));
  orFail(extractTuneBuild(Build, Corpus));
  Options.Search.Problem.Setting = {};
}

/// The flags that make of a build what was searched: its own level, unless
/// files have several, and what keeps code as trials have it.
std::string describeCode(const BuiltCorpus &Built, const CodeSetting &Asked) {
  std::string Flags;
  if (Built.Levels.size() == 1)
    Flags += "-" + *Built.Levels.begin() + " ";
  if (Asked.DropsUnwindTables)
    Flags += "-fno-asynchronous-unwind-tables -fno-unwind-tables ";
  // Elsewhere clang's outliner changes what was measured.
  for (const std::string &Target : Built.Targets)
    if (Target != "x86-64" && Target != "i386" && Target != "wasm32") {
      Flags += "-mno-outline ";
      break;
    }
  return Flags;
}

void runTune(TuneOptions Options) {
  const auto Workers =
      startTrialWorkers(Options.Workers, KeepReady / Options.Workers.jobs());
  const std::string Work = fs::absolute(Options.Work).lexically_normal();
  std::string Plugin = orFail(
      findPlugin("MLGOInliner-" + std::to_string(Options.LLVMMajor) + ".so"));
  std::error_code Failure;
  fs::create_directories(Work, Failure);
  if (Failure)
    fail(Error(Work + ": cannot create: " + Failure.message()));
  // Tables call a corpus after the folder around it.
  const std::string Corpus =
      Work + "/" + fs::current_path().filename().string() + "/corpus";
  const CodeSetting Asked = Options.Search.Problem.Setting;
  makeCorpus(Options, Work, Corpus);
  const BuiltCorpus Built = orFail(readBuiltCorpus(Corpus, Asked));
  Options.Search.Problem.Selection.Folders = {Corpus};
  runSearch(Options.Search, *Workers);
  const std::string Decisions = fs::absolute(Options.Search.Output).string();
  const Status Learned = Options.Model.empty()
                             ? Status(Success())
                             : learnPolicy(Options, Work, Built, *Workers);
  std::cout << "\nBuild with these flags from now on:\n  "
            << describeCode(Built, Asked) << "-fpass-plugin=" << Plugin
            << " -mllvm -mlgo-inline-decisions=" << Decisions;
  if (!Options.Model.empty() && Learned)
    std::cout << " -mllvm -mlgo-inline-model="
              << fs::absolute(Options.Model).string();
  std::cout
      << "\nSizes are those with -ffunction-sections -fdata-sections and, "
         "for the linker, lld and --gc-sections."
      << std::endl;
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
      "make the linked programs smaller, and prints the flags with which the\n"
      "next build is. Its -Os or -Oz, target and other flags are kept; other\n"
      "levels become -Oz. CC, CXX and PATH lead the build to clang; it has to\n"
      "compile and link anew, in the current folder. Without a command, the\n"
      "search of the last build goes on.\n"
      "Example: mlgo tune --seconds 600 -o app.decisions -- make -j4");
  Tune->add_option("build", Options->Build, "The build command, after --");
  Tune->add_option("-o,--output", Options->Search.Output, "The decisions file")
      ->capture_default_str();
  Tune->add_option("--work", Options->Work, "Folder for corpus and checkpoint")
      ->capture_default_str();
  Tune->add_option("--program", Options->Search.Problem.Selection.Programs,
                   "Only these programs");
  addSettingFlags(*Tune, Options->Search.Problem.Setting);
  Tune->add_option("--seconds", Options->Search.Search.MaxSeconds,
                   "Budget of the search; 0: until nothing helps any more")
      ->capture_default_str();
  Tune->add_option("--trials", Options->Search.Search.MaxTrials,
                   "Budget of the search; 0: none");
  Tune->add_option("--train", Options->Model,
                   "Also learn a policy of this program's own, this file, for "
                   "call sites that the decisions do not know");
  addWorkerFlags(*Tune, Options->Workers);
  Tune->add_option("--llvm", Options->LLVMMajor, "Major version of clang")
      ->capture_default_str();
  Tune->callback([Options] {
    if (Options->Search.Search.MaxTrials)
      Options->Search.Search.MaxSeconds = 0;
    runTune(*Options);
  });
}

} // namespace mlgo
