// Asks, evaluates, tells, and keeps the best
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/Training.h"
#include "SyntheticObjective.h"
#include "TemporaryFolder.h"
#include "evolve/TrainingCheckpoint.h"
#include "mlgo/evolve/CovarianceAdaptation.h"
#include "mlgo/evolve/EvolutionStrategy.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <memory>

using namespace mlgo;
using namespace mlgo::test;

namespace {

std::unique_ptr<Optimizer> makeSearch(const SyntheticObjective &Objective,
                                      bool Covariance = false) {
  if (Covariance) {
    auto Made =
        CovarianceAdaptation::create(Objective.start(), {1, 0, 0.1, {}, 0.4});
    REQUIRE(Made);
    return std::make_unique<CovarianceAdaptation>(std::move(*Made));
  }
  EvolutionStrategyOptions Options;
  Options.Pairs = 6;
  auto Made = EvolutionStrategy::create(Objective.start(), Options);
  REQUIRE(Made);
  return std::make_unique<EvolutionStrategy>(std::move(*Made));
}

/// A run in a folder of its own.
struct Run {
  TemporaryFolder Folder;
  SyntheticObjective Objective;
  TrainingOptions Options;
  std::atomic<bool> Stop{false};
  bool Covariance = false;

  Run() {
    Options.Generations = 14;
    Options.ValidationInterval = 3;
    Options.Fingerprint = "seed 1\nsigma 0.1\n";
    Options.Model = Folder.file("model");
    Options.Checkpoint = Folder.file("checkpoint");
    Options.Metrics = Folder.file("metrics.csv");
    Options.Stop = &Stop;
  }

  Result<TrainingResult> train() {
    auto Search = makeSearch(Objective, Covariance);
    return mlgo::train(Objective, *Search, Options);
  }

  std::string read(const std::string &Path) const {
    auto Text = readFile(Path);
    return Text ? *Text : Text.error().message();
  }
};

/// All of \p Result that must not depend on interruptions.
std::string traceOf(const TrainingResult &Result) {
  auto Records = Result.Records;
  for (TrainingRecord &Record : Records)
    Record.Seconds = 0;
  std::string Trace = formatMetrics(Records);
  for (double Value : Result.Best)
    Trace += std::to_string(Value) + '\n';
  return Trace;
}

std::string messageOf(const Result<TrainingResult> &Result) {
  return Result ? "trained" : Result.error().message();
}

} // namespace

TEST_CASE("training gets better and keeps the best") {
  Run Whole;
  Whole.Options.Generations = 60;
  unsigned Watched = 0;
  Whole.Options.Watch = [&](const TrainingProgress &Now) {
    CHECK(Now.Record.Generation == ++Watched);
    CHECK(Now.Problem.empty());
  };
  auto Result = Whole.train();
  REQUIRE(Result);
  CHECK(Watched == 60);
  CHECK(Result->End == TrainingEnd::AllGenerations);
  REQUIRE(Result->Records.size() == 61);
  REQUIRE(Result->Records[0].Validation);
  CHECK(*Result->Records[0].Validation < -5);
  CHECK(*Result->BestScore > -0.5);
  double Best = -1e9;
  for (const TrainingRecord &Record : Result->Records) {
    CHECK(Record.Validation.has_value() == (Record.Generation % 3 == 0));
    if (!Record.Validation)
      continue;
    CHECK(Record.IsBest == (*Record.Validation > Best));
    CHECK(Record.Rescored.has_value() == Record.IsBest);
    Best = std::max(Best, *Record.Validation);
  }
  CHECK(Best == *Result->BestScore);
  TemporaryFolder Folder;
  REQUIRE(Whole.Objective.save(Result->Best, Folder.file("best")));
  CHECK(Whole.read(Whole.Options.Model) == Whole.read(Folder.file("best")));
  const std::string Metrics = Whole.read(Whole.Options.Metrics);
  CHECK(std::count(Metrics.begin(), Metrics.end(), '\n') == 62);
}

TEST_CASE("a run stopped or broken at any generation ends as if it had not") {
  const bool Covariance = GENERATE(false, true);
  // Every write waits for the disk; metrics are not what this is about.
  const auto SetUp = [&](Run &Made) {
    Made.Covariance = Covariance;
    Made.Options.Generations = 7;
    Made.Options.Metrics = "";
  };
  Run Whole;
  SetUp(Whole);
  auto Expected = Whole.train();
  REQUIRE(Expected);
  for (uint64_t At = 0; At < Whole.Options.Generations; ++At)
    for (int How = 0; How < 4; ++How) {
      Run Cut;
      SetUp(Cut);
      if (How == 0) // The generation ends, and is kept.
        Cut.Objective.OnEvaluate = [&](uint64_t Generation) {
          Cut.Stop = Generation == At;
        };
      else // It does not, with the stop or by itself.
        Cut.Objective.BreakAt = At;
      if (How == 1)
        Cut.Objective.OnEvaluate = [&](uint64_t Generation) {
          Cut.Stop = Generation == At;
        };
      Cut.Objective.BreaksInValidation = How == 3;
      auto First = Cut.train();
      if (How < 2) {
        REQUIRE(First);
        const bool IsDone = How == 0 && At + 1 == Whole.Options.Generations;
        CHECK((First->End == TrainingEnd::Stopped) == !IsDone);
        CHECK(First->Records.size() == 1 + At + (How == 0));
      } else {
        const bool Breaks = How == 2 || (At + 1) % 3 == 0 ||
                            At + 1 == Whole.Options.Generations;
        CHECK(!First == Breaks);
      }
      Cut.Stop = false;
      Cut.Objective.OnEvaluate = nullptr;
      Cut.Objective.BreakAt = UINT64_MAX;
      Cut.Options.Resume = true;
      auto Second = Cut.train();
      REQUIRE(Second);
      CHECK(Second->End == TrainingEnd::AllGenerations);
      CHECK(traceOf(*Second) == traceOf(*Expected));
      CHECK(Cut.read(Cut.Options.Model) == Whole.read(Whole.Options.Model));
    }
}

TEST_CASE("a finished run can be resumed and prolonged") {
  Run Short;
  REQUIRE(Short.train());
  const std::string Model = Short.read(Short.Options.Model);
  CHECK_THAT(messageOf(Short.train()), Catch::Contains("resume it"));
  Short.Options.Resume = true;
  Short.Objective.OnEvaluate = [](uint64_t) { FAIL("nothing is left to do"); };
  REQUIRE(Short.train());
  CHECK(Short.read(Short.Options.Model) == Model);
  Short.Objective.OnEvaluate = nullptr;
  Short.Options.Generations = 20;
  auto Longer = Short.train();
  REQUIRE(Longer);
  CHECK(Longer->Records.size() == 21);
}

TEST_CASE("training stops when validation does not get better") {
  Run Flat;
  Flat.Options.Generations = 100;
  Flat.Options.Patience = 2;
  // What scores better scores worse when it is asked for again.
  Flat.Objective.RescoreLoss = 100;
  auto Result = Flat.train();
  REQUIRE(Result);
  CHECK(Result->End == TrainingEnd::NoProgress);
  CHECK(*Result->BestScore < -100);
  // The start was rescored too, so what comes next is better.
  CHECK(Result->Records.size() > 7);

  Run Stuck;
  Stuck.Options.Generations = 100;
  Stuck.Options.Patience = 2;
  Stuck.Objective.AlwaysFails = true;
  auto Early = Stuck.train();
  REQUIRE(Early);
  CHECK(Early->End == TrainingEnd::NoProgress);
  CHECK(Early->Records.size() == 7);
  CHECK(Stuck.Objective.Rescores == 1); // The start.
  CHECK(Stuck.Objective.Validations == 3);
}

TEST_CASE("too many failing trials end training") {
  Run Failing;
  Failing.Options.Generations = 100;
  Failing.Objective.AlwaysFails = true;
  CHECK(messageOf(Failing.train()) ==
        "generation 10: too many rewards were lost in 10 generations running: "
        "of the last, 0 of 12 candidates could be used");
  Failing.Options.Resume = true;
  CHECK_THAT(messageOf(Failing.train()), Catch::StartsWith("generation 10"));
}

TEST_CASE("files that cannot be written are reported") {
  Run Absent;
  Absent.Options.Checkpoint = Absent.Folder.file("no/checkpoint");
  CHECK_THAT(messageOf(Absent.train()), Catch::Contains("no/checkpoint"));
  Run Folder;
  Folder.Options.Checkpoint = Folder.Folder.Path.string();
  CHECK_THAT(messageOf(Folder.train()),
             Catch::Contains(Folder.Options.Checkpoint));
  Run Model;
  Model.Options.Model = Model.Folder.file("no/model");
  CHECK_THAT(messageOf(Model.train()), Catch::Contains("no/model"));
  if (std::filesystem::exists("/dev/full")) {
    Run Device;
    Device.Options.Checkpoint = "/dev/full";
    CHECK_THAT(messageOf(Device.train()), Catch::Contains("/dev/full"));
  }
  // What is only to be looked at does not end training.
  Run Metrics;
  Metrics.Options.Metrics = Metrics.Folder.file("no/metrics");
  unsigned Problems = 0;
  Metrics.Options.Watch = [&](const TrainingProgress &Now) {
    Problems += Now.Problem.find("no/metrics") != std::string::npos;
  };
  auto Result = Metrics.train();
  REQUIRE(Result);
  CHECK(Problems == 14);
  CHECK_THAT(Result->Problem, Catch::Contains("no/metrics"));
}

TEST_CASE("a checkpoint lost on the way is written again") {
  Run Hurt;
  const std::string Folder = Hurt.Folder.file("disk");
  std::filesystem::create_directory(Folder);
  Hurt.Options.Checkpoint = Folder + "/checkpoint";
  Hurt.Objective.OnEvaluate = [&](uint64_t Generation) {
    if (Generation == 4)
      std::filesystem::remove_all(Folder);
    if (Generation == 6)
      std::filesystem::create_directory(Folder);
  };
  std::vector<uint64_t> Problems;
  Hurt.Options.Watch = [&](const TrainingProgress &Now) {
    if (!Now.Problem.empty())
      Problems.push_back(Now.Record.Generation);
  };
  auto Result = Hurt.train();
  REQUIRE(Result);
  CHECK(Problems == std::vector<uint64_t>{5, 6});
  CHECK(Result->Problem.empty());
  CHECK(std::filesystem::exists(Hurt.Options.Checkpoint));
}

TEST_CASE("a checkpoint of something else is refused") {
  Run Made;
  Made.Options.Generations = 3;
  REQUIRE(Made.train());
  Made.Options.Resume = true;
  Made.Options.Fingerprint = "seed 1\nsigma 0.2\n";
  CHECK_THAT(messageOf(Made.train()),
             Catch::Contains("found 'sigma 0.1', expected 'sigma 0.2'"));
  Made.Options.Fingerprint = "seed 1\nsigma 0.1\n";
  Made.Objective.Description = "objective cubic\n";
  CHECK_THAT(messageOf(Made.train()), Catch::Contains("objective quadratic"));
  Made.Objective.Description = "objective quadratic\n";
  Made.Objective.Size = 6;
  CHECK_THAT(messageOf(Made.train()), Catch::Contains("6 parameters"));
  Made.Objective.Size = 5;
  Made.Covariance = true;
  CHECK_THAT(messageOf(Made.train()), Catch::Contains("state of an optimizer"));
  Made.Covariance = false;

  const std::string Bytes = Made.read(Made.Options.Checkpoint);
  for (size_t Cut = 0; Cut < Bytes.size(); Cut += 7) {
    REQUIRE(writeFileAtomically(Made.Options.Checkpoint, Bytes.substr(0, Cut)));
    REQUIRE(!Made.train());
  }
  for (size_t Bit = 0; Bit < 8 * Bytes.size(); Bit += 11) {
    std::string Flipped = Bytes;
    Flipped[Bit / 8] = static_cast<char>(Flipped[Bit / 8] ^ (1 << Bit % 8));
    REQUIRE(!parseCheckpoint(Flipped, "", "file"));
  }
  REQUIRE(writeFileAtomically(Made.Options.Checkpoint, "what is this?"));
  CHECK_THAT(messageOf(Made.train()),
             Catch::Contains("not a training checkpoint"));
  // A digest that is right does not make the rest so.
  TrainingCheckpoint Wrong;
  Wrong.Fingerprint = Made.Options.Fingerprint + Made.Objective.Description;
  auto Search = makeSearch(Made.Objective);
  ByteWriter State;
  Search->save(State);
  Wrong.Optimizer = State.take();
  Wrong.Best = {1, 2};
  REQUIRE(
      writeFileAtomically(Made.Options.Checkpoint, formatCheckpoint(Wrong)));
  CHECK_THAT(messageOf(Made.train()), Catch::Contains("2 parameters"));
}

TEST_CASE("training without files, or with nothing to do") {
  SyntheticObjective Objective;
  auto Search = makeSearch(Objective);
  TrainingOptions Options;
  Options.Generations = 0;
  auto Result = train(Objective, *Search, Options);
  REQUIRE(Result);
  CHECK(Result->Best == Objective.start());
  Options.ValidationInterval = 0;
  CHECK_THAT(messageOf(train(Objective, *Search, Options)),
             Catch::StartsWith("validation interval is 0"));
}
