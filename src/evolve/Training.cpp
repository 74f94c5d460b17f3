// Asks, evaluates, tells, and keeps the best
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/Training.h"
#include "evolve/TrainingCheckpoint.h"
#include "mlgo/support/File.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <sys/stat.h>

namespace mlgo {
namespace {
/// Generations running without enough rewards that end training.
constexpr size_t MaxLostGenerations = 10;

double steadySeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class Trainer {
public:
  Trainer(TrainingObjective &Objective, Optimizer &Search,
          const TrainingOptions &Options)
      : Objective(Objective), Search(Search), Options(Options),
        Clock(Options.Clock ? Options.Clock : steadySeconds) {}

  Result<TrainingResult> run() {
    State.Fingerprint = Options.Fingerprint + Objective.describe();
    Began = Clock();
    if (Status Begun = begin(); !Begun)
      return stopped() && !State.Best.empty() ? finish(TrainingEnd::Stopped)
                                              : Begun.error();
    const uint64_t Earlier = Search.generation();
    while (Search.generation() < Options.Generations) {
      if (stopped())
        return finish(TrainingEnd::Stopped);
      if (isOutOfPatience())
        return finish(TrainingEnd::NoProgress);
      if (isLost())
        return Error("generation " + std::to_string(Search.generation()) +
                     ": too many rewards were lost in " +
                     std::to_string(MaxLostGenerations) +
                     " generations running: of the last, " +
                     std::to_string(last().Outcome.Survivors) + " of " +
                     std::to_string(last().Outcome.Candidates) +
                     " candidates could be used");
      if (Status Done = generation(); !Done)
        return stopped() ? finish(TrainingEnd::Stopped) : Done.error();
      writeFiles();
      if (Options.Watch)
        Options.Watch({last(), State.BestScore, Earlier, Problem});
    }
    return finish(TrainingEnd::AllGenerations);
  }

private:
  const TrainingRecord &last() const { return State.Records.back(); }
  bool stopped() const { return Options.Stop && Options.Stop->load(); }

  bool isOutOfPatience() const {
    return Options.Patience && State.Validations >= Options.Patience;
  }

  bool isLost() const {
    const auto &Records = State.Records;
    return Records.size() > MaxLostGenerations &&
           std::all_of(Records.end() - MaxLostGenerations, Records.end(),
                       [](const TrainingRecord &Record) {
                         return Record.Outcome.Step ==
                                StepKind::TooFewSurvivors;
                       });
  }

  Status begin();
  Result<bool> resume();
  Status generation();
  Status validate(TrainingRecord &Record);
  void keepBest(double Score);
  double lap();
  Status writeModel();
  Status writeCheckpoint();
  void writeFiles();
  Result<TrainingResult> finish(TrainingEnd End);

  TrainingObjective &Objective;
  Optimizer &Search;
  const TrainingOptions &Options;
  const std::function<double()> Clock;
  double Began = 0; ///< When the generation did.
  TrainingCheckpoint State;
  bool IsModelDue = false; ///< The best is not yet in its file.
  std::string Problem;
};

/// Seconds since the last lap.
double Trainer::lap() {
  const double Now = Clock();
  const double Seconds = Now - Began;
  Began = Now;
  return Seconds;
}

Status Trainer::begin() {
  if (Options.ValidationInterval == 0)
    return Error("validation interval is 0, expected at least 1");
  if (Search.size() != Objective.start().size())
    return Error("the optimizer has " + std::to_string(Search.size()) +
                 " parameters, expected " +
                 std::to_string(Objective.start().size()));
  auto Resumed = MLGO_TRY(resume());
  if (Resumed)
    return Success();
  State.Best = Search.center();
  // A folder that cannot be written to shows now, not after the first hour.
  MLGO_TRY(writeCheckpoint());
  TrainingRecord Record;
  summarise({}, Record);
  MLGO_TRY(validate(Record));
  Record.Seconds = lap();
  State.Records.push_back(Record);
  MLGO_TRY(writeModel());
  return writeCheckpoint();
}

/// True if there was a checkpoint of more than nothing to go on from.
Result<bool> Trainer::resume() {
  struct stat Info;
  if (Options.Checkpoint.empty() ||
      (::stat(Options.Checkpoint.c_str(), &Info) != 0 && errno == ENOENT))
    return false;
  if (!Options.Resume)
    return Error(Options.Checkpoint +
                 ": a training checkpoint is there; resume it, or remove it to "
                 "start anew");
  auto Bytes = MLGO_TRY(readFile(Options.Checkpoint));
  auto Read =
      MLGO_TRY(parseCheckpoint(Bytes, State.Fingerprint, Options.Checkpoint));
  ByteReader Reader(Read.Optimizer);
  MLGO_TRY(Search.restore(Reader).in(Options.Checkpoint));
  const bool IsWhole = Reader.atEnd() && Read.Best.size() == Search.size() &&
                       Read.Records.size() ==
                           (Read.Records.empty() ? 0 : 1 + Search.generation());
  if (!IsWhole)
    return Error(Options.Checkpoint + ": training checkpoint has " +
                 std::to_string(Read.Records.size()) + " records of " +
                 std::to_string(Read.Best.size()) + " parameters, expected " +
                 std::to_string(1 + Search.generation()) + " of " +
                 std::to_string(Search.size()));
  State = std::move(Read);
  return !State.Records.empty();
}

Status Trainer::generation() {
  const uint64_t Index = Search.generation();
  const auto Candidates = Search.ask();
  auto Rewards = MLGO_TRY(Objective.evaluate(Candidates, Index)
                              .in("generation " + std::to_string(Index + 1)));
  TrainingRecord Record;
  summarise(Rewards, Record);
  auto Outcome = MLGO_TRY(Search.tell(Rewards));
  Record.Generation = Index + 1;
  Record.Outcome = Outcome;
  if (Record.Generation % Options.ValidationInterval == 0 ||
      Record.Generation == Options.Generations)
    MLGO_TRY(validate(Record).in("generation " + std::to_string(Index + 1)));
  Record.Seconds = lap();
  State.Records.push_back(Record);
  return Success();
}

/// Scores the centre, twice where it may be the best.
Status Trainer::validate(TrainingRecord &Record) {
  ++State.Validations;
  auto First =
      MLGO_TRY(Objective.validate(Search.center(), 0).in("validation"));
  if (!First || !std::isfinite(*First))
    return Success();
  Record.Validation = First;
  if (State.BestScore && *First <= *State.BestScore)
    return Success();
  auto Second =
      MLGO_TRY(Objective.validate(Search.center(), 1).in("validation"));
  if (!Second || !std::isfinite(*Second))
    return Success();
  Record.Rescored = Second;
  const double Score = std::min(*First, *Second);
  if (State.BestScore && Score <= *State.BestScore)
    return Success();
  Record.IsBest = true;
  keepBest(Score);
  return Success();
}

void Trainer::keepBest(double Score) {
  State.Best = Search.center();
  State.BestScore = Score;
  State.Validations = 0;
  IsModelDue = true;
}

Status Trainer::writeModel() {
  if (!IsModelDue || Options.Model.empty())
    return Success();
  Status Saved = Objective.save(State.Best, Options.Model);
  IsModelDue = !Saved;
  return Saved;
}

Status Trainer::writeCheckpoint() {
  if (Options.Checkpoint.empty())
    return Success();
  ByteWriter Bytes;
  Search.save(Bytes);
  State.Optimizer = Bytes.take();
  return writeFileAtomically(Options.Checkpoint, formatCheckpoint(State));
}

void Trainer::writeFiles() {
  const auto Note = [&](const Status &Written) {
    if (!Written)
      Problem = Written.error().message();
  };
  Problem.clear();
  // The model before the checkpoint that has its score: what is written of a
  // best that a kill makes forgotten is found again.
  Note(writeModel());
  Note(writeCheckpoint());
  if (!Options.Metrics.empty())
    Note(writeFileAtomically(Options.Metrics, formatMetrics(State.Records)));
}

Result<TrainingResult> Trainer::finish(TrainingEnd End) {
  // A run that is stopped has written all up to its last whole generation.
  if (End != TrainingEnd::Stopped) {
    IsModelDue = true;
    MLGO_TRY(writeModel());
    writeFiles();
  }
  TrainingResult Result;
  Result.Best = std::move(State.Best);
  Result.BestScore = State.BestScore;
  Result.End = End;
  Result.Records = std::move(State.Records);
  Result.Problem = Problem;
  return Result;
}
} // namespace

Result<TrainingResult> train(TrainingObjective &Objective, Optimizer &Search,
                             const TrainingOptions &Options) {
  return Trainer(Objective, Search, Options).run();
}
} // namespace mlgo
