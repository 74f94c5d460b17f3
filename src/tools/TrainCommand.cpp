// mlgo train
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo train CONFIG.json [--KEY VALUE] [--resume] -o model.mlgo
//        mlgo train CONFIG.json... --share-workers

#include "evaluate/TrainRun.h"
#include "mlgo/support/File.h"
#include "tools/SearchFlags.h"
#include <iostream>

namespace mlgo {
namespace {
/// Modules that a worker keeps parsed; each takes tens of megabytes.
constexpr size_t KeepReady = 6;

struct TrainOptions {
  std::vector<std::string> Files;
  std::vector<TrainingKey> Keys = describeTrainingKeys();
  std::vector<std::string> Values; ///< What flags say, for each of Keys.
  std::vector<CLI::Option *> Flags;
  CodeSetting Setting;
  bool Resume = false, SharesWorkers = false;
  bool ShowsConfig = false;
};

TrainingConfig readConfig(const TrainOptions &Options,
                          const std::string &File) {
  TrainingConfig Config;
  if (!File.empty()) {
    auto Text = orFail(readFile(File, size_t(1) << 20));
    Config = orFail(parseTrainingConfig(Text).in(File));
  }
  for (size_t I = 0; I < Options.Keys.size(); ++I)
    if (Options.Flags[I]->count() > 0)
      orFail(setTrainingKey(Config, Options.Keys[I].Name, Options.Values[I]));
  if (!Options.Setting.isAsBuilt())
    Config.Settings = {formatCodeSetting(Options.Setting)};
  return Config;
}

/// Several at once, on the workers that the first one names.
int shareWorkers(const TrainOptions &Options) {
  std::vector<TrainingConfig> Configs;
  std::set<std::string> Outputs;
  for (const std::string &File : Options.Files) {
    Configs.push_back(readConfig(Options, File));
    if (!Outputs.insert(Configs.back().Output).second)
      fail(Error("key 'output' is '" + Configs.back().Output +
                 "' twice, expected a model file for each training")
               .in(File));
  }
  const TrainingConfig &First = Configs[0];
  NestingWorker Pool;
  orFail(Pool.add("all",
                  startTrialWorkers({First.Workers, First.Jobs}, KeepReady)));
  return runTrainings(Configs, Options.Resume, Pool, terminalFor(Pool));
}

int runTrain(TrainOptions &Options) {
  if (Options.Files.empty())
    Options.Files.emplace_back();
  if (Options.ShowsConfig) {
    for (const std::string &File : Options.Files)
      std::cout << formatTrainingConfig(readConfig(Options, File));
    return 0;
  }
  if (Options.SharesWorkers)
    return shareWorkers(Options);
  if (Options.Files.size() > 1)
    failUsage(Error("there are " + std::to_string(Options.Files.size()) +
                    " configurations, expected one, or --share-workers"));
  const TrainingConfig Config = readConfig(Options, Options.Files[0]);
  if (Config.Output.empty())
    failUsage(Error("key 'output' is empty, expected the name of a model "
                    "file, -o FILE"));
  const auto Work = startTrialWorkers({Config.Workers, Config.Jobs}, KeepReady);
  return orFail(runTraining(Config, Options.Resume, terminalFor(*Work)));
}
} // namespace

void addTrainCommand(CLI::App &App) {
  auto Options = std::make_shared<TrainOptions>();
  CLI::App *Train = App.add_subcommand(
      "train",
      "Improve a policy by evolution. Changes its numbers at random,\n"
      "compiles modules with each change, and follows what links smaller, or\n"
      "what has lower allocation scores, as its task and objective say.\n"
      "A configuration is a JSON object (comments allowed) with these keys;\n"
      "each is also a flag, which wins. Lists have commas between.\n"
      "Example: mlgo train models/inline-size.train.json --jobs 8 -o "
      "best.mlgo");
  Train->add_option("config", Options->Files,
                    "The configuration, JSON; several with --share-workers");
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
  addSettingFlags(*Train, Options->Setting, "(rare) ");
  for (const char *Flag : {"--level", "--no-unwind-tables"})
    Train->get_option(Flag)->excludes("--settings");
  Train->add_flag("--resume", Options->Resume,
                  "Go on from the checkpoint, if it is there");
  Train->add_flag("--show", Options->ShowsConfig,
                  "(rare) Print the configuration with all keys, and end");
  Train->add_flag(
      "--share-workers", Options->SharesWorkers,
      "(rare) Train as several configurations say at once, on the workers "
      "of the first: where one leaves them idle, they serve the "
      "others");
  Train->callback([Options] {
    if (const int Code = runTrain(*Options))
      endCommand(Code);
  });
}
} // namespace mlgo
