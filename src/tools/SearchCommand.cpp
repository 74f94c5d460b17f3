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

#include "SearchRun.h"
#include "TrialWorkers.h"

#include <memory>

namespace mlgo {

void addSearchCommand(CLI::App &App) {
  auto Options = std::make_shared<SearchRunOptions>();
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
  Search->add_flag("--as-library", Options->Selection.AsLibrary,
                   "Measure all modules together, as a library whose every "
                   "function may be called");
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
                     "Write what flips do as training logs to this folder: "
                     "without -o, of single flips around the policy; with -o, "
                     "of all that the search tried");
  Search->add_option("--sites", Options->Labels.SitesPerModule,
                     "Labels of a module at most; 0: all");
  Search->add_option("--together", Options->Labels.MaxTogether,
                     "Labels also try all calls of a callee in a module "
                     "together, if they are at most so many");
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
  auto Workers = std::make_shared<WorkerOptions>();
  addWorkerFlags(*Search, *Workers);
  auto KeepReady = std::make_shared<size_t>(64);
  Search
      ->add_option("--keep-ready", *KeepReady,
                   "Modules kept in memory, ready for trials, by all jobs")
      ->capture_default_str();
  Search->add_option("--trial-seconds", Options->Trial.TrialSeconds)
      ->capture_default_str();
  Search->add_option("--trial-megabytes", Options->Trial.TrialMegabytes)
      ->capture_default_str();
  Search->callback([Options, Workers, KeepReady] {
    const auto Work =
        startTrialWorkers(*Workers, *KeepReady / Workers->jobs());
    runSearch(*Options, *Work);
  });
}

} // namespace mlgo
