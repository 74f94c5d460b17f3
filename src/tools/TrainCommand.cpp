//===- TrainCommand.cpp - mlgo train --------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE: mlgo train CONFIG.json [--KEY VALUE] [--resume] -o model.mlgo
//
//===----------------------------------------------------------------------===//

#include "TrainRun.h"
#include "TrialWorkers.h"

#include "mlgo/support/File.h"

#include <cstdlib>
#include <iostream>
#include <memory>

namespace mlgo {
namespace {

/// Modules that a worker keeps parsed; each takes tens of megabytes.
constexpr size_t KeepReady = 6;

struct TrainOptions {
  std::string File;
  std::vector<TrainingKey> Keys = describeTrainingKeys();
  std::vector<std::string> Values; ///< Of Keys, from flags.
  std::vector<CLI::Option *> Flags;
  bool Resume = false;
  bool ShowsConfig = false;
};

TrainingConfig readConfig(const TrainOptions &Options) {
  TrainingConfig Config;
  if (!Options.File.empty()) {
    auto Text = readFile(Options.File, size_t(1) << 20);
    if (!Text)
      fail(Text.error());
    auto Parsed = parseTrainingConfig(*Text);
    if (!Parsed)
      fail(Parsed.error().in(Options.File));
    Config = *Parsed;
  }
  for (size_t I = 0; I < Options.Keys.size(); ++I)
    if (Options.Flags[I]->count() > 0)
      if (Status Set =
              setTrainingKey(Config, Options.Keys[I].Name, Options.Values[I]);
          !Set)
        fail(Set.error());
  return Config;
}

} // namespace

void addTrainCommand(CLI::App &App) {
  auto Options = std::make_shared<TrainOptions>();
  CLI::App *Train = App.add_subcommand(
      "train",
      "Makes a policy better by trying it: changes its numbers at random,\n"
      "compiles modules with each change, and follows what links smaller, or,\n"
      "with the task regalloc-evict, what has lower allocation scores.\n"
      "A configuration is a JSON object (comments allowed) with these keys;\n"
      "each is also a flag, which wins. Lists have commas between.\n"
      "Example: mlgo train models/inline-oz.train.json --jobs 8 -o best.mlgo");
  Train->add_option("config", Options->File, "The configuration, JSON");
  Options->Values.resize(Options->Keys.size());
  for (size_t I = 0; I < Options->Keys.size(); ++I) {
    const TrainingKey &Key = Options->Keys[I];
    const std::string Name =
        Key.Name == "output" ? "-o,--output" : "--" + Key.Name;
    Options->Flags.push_back(
        Train
            ->add_option(Name, Options->Values[I],
                         Key.Help + " [" + Key.Default + "]")
            ->group("Keys"));
  }
  Train->add_flag("--resume", Options->Resume,
                  "Go on from the checkpoint, if it is there");
  Train->add_flag("--show", Options->ShowsConfig,
                  "Print the configuration with all keys, and end");
  Train->callback([Options] {
    const TrainingConfig Config = readConfig(*Options);
    if (Options->ShowsConfig) {
      std::cout << formatTrainingConfig(Config);
      return;
    }
    const auto Work =
        startTrialWorkers({Config.Workers, Config.Jobs}, KeepReady);
    const int Code = runTraining(Config, Options->Resume, *Work);
    if (Code)
      std::exit(Code);
  });
}

} // namespace mlgo
