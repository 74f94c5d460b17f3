//===- TrainRun.cpp - mlgo train after its options ------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainRun.h"

#include "Commands.h"
#include "evaluate/TaskBackEnd.h"

#include "mlgo/evolve/OptimizerFactory.h"
#include "mlgo/evolve/Training.h"
#include "mlgo/support/Progress.h"
#include "mlgo/workers/ExperimentProcesses.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace mlgo {
namespace {

std::atomic<bool> Interrupted{false};

/// The second signal of a kind ends the process as it would without this.
void interrupt(int Signal) {
  Interrupted = true;
  ::signal(Signal, SIG_DFL);
}

std::string describe(const TrainingProgress &Now) {
  char Text[200];
  const TrainingRecord &Record = Now.Record;
  std::snprintf(Text, sizeof(Text),
                "generation %llu, rewards %.4f %.4f %.4f, best %.4f, %.0f s",
                static_cast<unsigned long long>(Record.Generation),
                Record.Quantiles[1], Record.Quantiles[2], Record.Quantiles[3],
                Now.BestScore.value_or(0), Record.Seconds);
  return Now.Problem.empty() ? Text : Text + (", " + Now.Problem);
}

/// Files that have no name get one beside the model.
void nameFiles(TrainingConfig &Config) {
  const std::pair<std::string *, const char *> Files[] = {
      {&Config.Checkpoint, ".checkpoint"},
      {&Config.Metrics, ".csv"},
      {&Config.Plot, ".svg"}};
  for (const auto &[File, Suffix] : Files)
    if (File->empty())
      *File = Config.Output + Suffix;
}

TrainingOptions optionsFor(const TrainingConfig &Config, bool Resume) {
  TrainingOptions Options;
  Options.Generations = Config.Generations;
  Options.ValidationInterval = Config.ValidationInterval;
  Options.Patience = Config.Patience;
  Options.Fingerprint = fingerprint(Config);
  Options.Model = Config.Output;
  Options.Checkpoint = Config.Checkpoint;
  Options.Metrics = Config.Metrics;
  Options.Plot = Config.Plot;
  Options.Title = Config.Task + ", " + Config.Algorithm;
  Options.Resume = Resume;
  Options.Stop = &Interrupted;
  return Options;
}

void print(const TrainingResult &Trained, const TrainingConfig &Config) {
  const TrainingRecord &Last = Trained.Records.back();
  const char *Why = Trained.End == TrainingEnd::Stopped ? "stopped"
                    : Trained.End == TrainingEnd::NoProgress
                        ? "validation gets no better"
                        : "done";
  std::cout << Why << " after generation " << Last.Generation << '\n';
  const TrainingRecord *Best = nullptr;
  for (const TrainingRecord &Record : Trained.Records)
    if (Record.IsBest)
      Best = &Record;
  const auto Start = Trained.Records[0].Validation;
  if (Best && Start)
    std::cout << Config.Output << ": validation " << *Start << " -> "
              << *Trained.BestScore << ", of generation " << Best->Generation
              << '\n';
  else if (Best)
    std::cout << Config.Output << ": validation " << *Trained.BestScore
              << ", of generation " << Best->Generation << '\n';
  else
    std::cout << Config.Output << ": the start; no validation succeeded\n";
  if (Trained.End == TrainingEnd::Stopped)
    std::cout << Config.Checkpoint << ": goes on with --resume\n";
  if (!Trained.Problem.empty())
    std::cerr << "mlgo: warning: " << Trained.Problem << '\n';
}

constexpr const char *SoleTitle = "train";

/// \p Title tells its lines from those of others at the same time.
int runTraining(TrainingConfig Config, bool Resume, Worker &Work,
                const std::string &Title) {
  if (Config.Output.empty())
    fail(Error("key 'output' is empty, expected the name of a model file"));
  if (Config.StartModel.empty())
    fail(Error("key 'start-model' is empty, expected a model file"));
  orFail(makeCanonical(Config));
  nameFiles(Config);
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  auto Objective = orFail(createPolicyObjective(
      Config, {Work, Interrupted, static_cast<unsigned>(Config.Jobs)}));
  auto Search =
      orFail(createOptimizer(Config, Objective->start(), Objective->scales()));
  TrainingOptions Options = optionsFor(Config, Resume);
  Progress Bar(std::cerr, Title,
               Title == SoleTitle ? Progress::optionsFor(2)
                                  : Progress::Options());
  const double Total = static_cast<double>(Config.Generations);
  Options.Watch = [&](const TrainingProgress &Now) {
    Bar.update(static_cast<double>(Now.Record.Generation) / Total,
               describe(Now),
               static_cast<double>(Now.EarlierGenerations) / Total);
  };
  auto Trained = train(*Objective, *Search, Options);
  Bar.finish();
  if (!Trained)
    fail(Trained.error());
  if (Trained->Records.empty()) {
    std::cout << "stopped before the start was validated\n";
    return 130;
  }
  print(*Trained, Config);
  return Trained->End == TrainingEnd::Stopped ? 130 : 0;
}

void print(const Utilisation &Used,
           const std::vector<TrainingConfig> &Configs) {
  char Text[100];
  std::snprintf(Text, sizeof(Text),
                "workers were busy %.0f %% of %.0f s:", 100 * Used.share(),
                Used.SlotSeconds);
  std::cerr << Text;
  for (size_t I = 0; I < Configs.size(); ++I) {
    // The first experiment is the pool's own.
    std::snprintf(Text, sizeof(Text), " %.0f s for ", Used.ByExperiment[I + 1]);
    std::cerr << (I ? "," : "") << Text << Configs[I].Output;
  }
  std::cerr << '\n';
}

} // namespace

int runTraining(TrainingConfig Config, bool Resume, Worker &Work) {
  return runTraining(std::move(Config), Resume, Work, SoleTitle);
}

int runTrainings(const std::vector<TrainingConfig> &Configs, bool Resume,
                 NestingWorker &Pool) {
  ::signal(SIGINT, interrupt);
  ::signal(SIGTERM, interrupt);
  std::vector<WorkExperiment> Experiments;
  for (const TrainingConfig &Config : Configs)
    Experiments.push_back([&Config, Resume](Worker &Work) {
      const int Code = runTraining(Config, Resume, Work, Config.Output);
      std::cout.flush();
      return std::to_string(Code);
    });
  const std::vector<TaskOutcome> Outcomes =
      runExperiments(Pool, Experiments, [] { return Interrupted.load(); });
  int Code = 0;
  for (size_t I = 0; I < Outcomes.size(); ++I) {
    Code = std::max(Code,
                    Outcomes[I].Ok ? std::atoi(Outcomes[I].Output.c_str()) : 1);
    if (!Outcomes[I].Ok)
      std::cerr << "mlgo: " << Configs[I].Output << ": its training "
                << Outcomes[I].Failure << '\n';
  }
  print(Pool.utilisation(), Configs);
  return Code;
}

} // namespace mlgo
