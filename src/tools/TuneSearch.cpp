//===- TuneSearch.cpp - Builds, and searches what was built ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuneSearch.h"

#include "TunePage.h"
#include "TuneRebuild.h"
#include "imitate/Imitation.h"

#include "mlgo/corpus/CompilerWrapper.h"
#include "mlgo/support/File.h"

#include <filesystem>
#include <iostream>
#include <map>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

constexpr const char *ProfileFlag = "-fprofile-generate";

/// What the programs will be, as \p Sizes of the model say.
void writePromise(const FoundSizes &Sizes, const std::string &Work) {
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

} // namespace

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
  return Build;
}

Status learnTunedPolicy(const TuneOptions &Options, const std::string &Work,
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

void makeTuneCorpus(TuneOptions &Options, const std::string &Work,
                    const std::string &Corpus) {
  std::error_code Failure;
  if (Options.Build.empty()) {
    if (!fs::exists(Corpus, Failure))
      fail(Error("nothing was built here by mlgo tune before; expected a build "
                 "command after --, as in mlgo tune -- make"));
    return;
  }
  // What another search found is where this one may begin.
  for (const char *Old : {"labels", "search", "earlier.decisions"})
    fs::remove_all(Work + "/" + Old, Failure);
  fs::copy_file(Options.Search.Output, Work + "/earlier.decisions", Failure);
  TuneBuild Build = describeTuneBuild(Options, Work);
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
  std::vector<NamedSize> Linked;
  if (!Options.isForSpeed())
    Linked = measureLinked(Links, Options.LLVMMajor);
  orFail(keepStockBuild(Links, Work));
  orFail(writeSizes(Work + "/linked", Linked));
  if (!Linked.empty())
    std::cerr << "tune: linked without the plugin: " << sumOf(Linked)
              << " bytes\n";
  Options.Search.Problem.Setting = {};
}

FoundSizes searchTuned(TuneOptions &Options, const std::string &Work,
                       const std::string &Corpus, Worker &Workers) {
  Options.Search.Problem.Selection.Folders = {Corpus};
  Options.Search.Search.CheckpointFile = Work + "/search";
  Options.Search.Search.ForgetsEarlierSeconds = true;
  Options.Search.EarlierDecisions = Work + "/earlier.decisions";
  if (Options.isForSpeed()) {
    Options.Search.Problem.Setting.Profile = Options.profile();
    Options.Search.Problem.Setting.HidesProfile = Options.HidesProfile;
  }
  const FoundSizes Sizes = runSearch(Options.Search, Workers);
  writePromise(Sizes, Work);
  return Sizes;
}

} // namespace mlgo
