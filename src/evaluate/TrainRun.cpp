// mlgo train after its options
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/TrainRun.h"
#include "evaluate/TaskBackEnd.h"
#include "evolve/OptimizerFactory.h"
#include "evolve/Training.h"
#include "support/Progress.h"
#include "support/Text.h"
#include "workers/ExperimentProcesses.h"

namespace mlgo {
static std::string describe(const TrainingProgress &Now) {
  const TrainingRecord &Record = Now.Record;
  const std::string Text =
      formatText("generation %llu, rewards %.4f %.4f %.4f, best %.4f, %.0f s",
                 static_cast<unsigned long long>(Record.Generation),
                 Record.Quantiles[1], Record.Quantiles[2], Record.Quantiles[3],
                 Now.BestScore.value_or(0), Record.Seconds);
  return Now.Problem.empty() ? Text : Text + (", " + Now.Problem);
}

/// Files that have no name get one beside the model.
static void nameFiles(TrainingConfig &Config) {
  const std::pair<std::string *, const char *> Files[] = {
      {&Config.Checkpoint, ".checkpoint"}, {&Config.Metrics, ".csv"}};
  for (const auto &[File, Suffix] : Files)
    if (File->empty())
      *File = Config.Output + Suffix;
}

static TrainingOptions optionsFor(const TrainingConfig &Config, bool Resume,
                                  const RunContext &Context) {
  TrainingOptions Options;
  Options.Generations = Config.Generations;
  Options.ValidationInterval = Config.ValidationInterval;
  Options.Patience = Config.Patience;
  Options.Fingerprint = fingerprint(Config);
  Options.Model = Config.Output;
  Options.Checkpoint = Config.Checkpoint;
  Options.Metrics = Config.Metrics;
  Options.Resume = Resume;
  Options.Stop = &Context.Interrupted;
  return Options;
}

static void print(const TrainingResult &Trained, const TrainingConfig &Config,
                  const RunContext &Context) {
  const TrainingRecord &Last = Trained.Records.back();
  const char *Why = Trained.End == TrainingEnd::Stopped ? "stopped"
                    : Trained.End == TrainingEnd::NoProgress
                        ? "validation gets no better"
                        : "done";
  Context.Out << Why << " after generation " << Last.Generation << '\n';
  const TrainingRecord *Best = nullptr;
  for (const TrainingRecord &Record : Trained.Records)
    if (Record.IsBest)
      Best = &Record;
  const auto Start = Trained.Records[0].Validation;
  if (Best && Start)
    Context.Out << Config.Output << ": validation " << *Start << " -> "
                << *Trained.BestScore << ", of generation " << Best->Generation
                << '\n';
  else if (Best)
    Context.Out << Config.Output << ": validation " << *Trained.BestScore
                << ", of generation " << Best->Generation << '\n';
  else
    Context.Out << Config.Output << ": the start; no validation succeeded\n";
  if (Trained.End == TrainingEnd::Stopped)
    Context.Out << Config.Checkpoint << ": goes on with --resume\n";
  if (!Trained.Problem.empty())
    Context.Log << "mlgo: warning: " << Trained.Problem << '\n';
}

constexpr const char *SoleTitle = "train";

/// \p Title tells its lines from those of others at the same time.
static Result<int> runTraining(TrainingConfig Config, bool Resume,
                               const RunContext &Context,
                               const std::string &Title) {
  if (Config.Output.empty())
    return Error("key 'output' is empty, expected the name of a model file");
  if (Config.StartModel.empty())
    return Error("key 'start-model' is empty, expected a model file");
  MLGO_TRY(makeCanonical(Config));
  nameFiles(Config);
  auto Objective = MLGO_TRY(
      createPolicyObjective(Config, {Context.Work, Context.Interrupted,
                                     static_cast<unsigned>(Config.Jobs)}));
  auto Search = MLGO_TRY(
      createOptimizer(Config, Objective->start(), Objective->scales()));
  TrainingOptions Options = optionsFor(Config, Resume, Context);
  Progress Bar(Context.Log, Title,
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
  const TrainingResult Done = MLGO_TRY(std::move(Trained));
  if (Done.Records.empty()) {
    Context.Out << "stopped before the start was validated\n";
    return 130;
  }
  print(Done, Config, Context);
  return Done.End == TrainingEnd::Stopped ? 130 : 0;
}

static std::string describe(const Utilisation &Used,
                            const std::vector<TrainingConfig> &Configs) {
  std::string Text =
      formatText("workers were busy %.0f %% of %.0f s:", 100 * Used.share(),
                 Used.SlotSeconds);
  for (size_t I = 0; I < Configs.size(); ++I)
    // The first experiment is the pool's own.
    Text += formatText("%s %.0f s for %s", I ? "," : "",
                       Used.ByExperiment[I + 1], Configs[I].Output.c_str());
  return Text + "\n";
}

Result<int> runTraining(TrainingConfig Config, bool Resume,
                        const RunContext &Context) {
  return runTraining(std::move(Config), Resume, Context, SoleTitle);
}

int runTrainings(const std::vector<TrainingConfig> &Configs, bool Resume,
                 NestingWorker &Pool, const RunContext &Context) {
  std::vector<WorkExperiment> Experiments;
  for (const TrainingConfig &Config : Configs)
    Experiments.push_back([&, Resume](Worker &Work) {
      const RunContext Own = {Work, Context.Out, Context.Log,
                              Context.Interrupted};
      const auto Code = runTraining(Config, Resume, Own, Config.Output);
      Context.Out.flush();
      return Code ? std::to_string(*Code) : Code.error().message();
    });
  const std::vector<TaskOutcome> Outcomes = runExperiments(
      Pool, Experiments, [&] { return Context.Interrupted.load(); });
  int Code = 0;
  for (size_t I = 0; I < Outcomes.size(); ++I) {
    const std::string &Said = Outcomes[I].Output;
    const bool IsCode =
        Outcomes[I].Ok && Said.find_first_not_of("0123456789") == Said.npos;
    Code = std::max(Code, IsCode ? std::atoi(Said.c_str()) : 1);
    if (!IsCode)
      Context.Log << "mlgo: " << Configs[I].Output << ": its training "
                  << (Outcomes[I].Ok ? "failed: " + Said : Outcomes[I].Failure)
                  << '\n';
  }
  Context.Log << describe(Pool.utilisation(), Configs);
  return Code;
}
} // namespace mlgo
