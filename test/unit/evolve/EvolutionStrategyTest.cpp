// Gradients from mirrored perturbations
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/EvolutionStrategy.h"
#include "TestFunctions.h"
#include "evolve/GaussianNoise.h"
#include "mlgo/support/Random.h"

using namespace mlgo;
using namespace mlgo::test;

namespace {

EvolutionStrategy make(Point Start, EvolutionStrategyOptions Options) {
  auto Made = EvolutionStrategy::create(std::move(Start), std::move(Options));
  REQUIRE(Made);
  return std::move(*Made);
}

const StepRule Rules[] = {PlainStep(), ClipUpStep()};

} // namespace

TEST_CASE("pairs mirror each other about the centre") {
  EvolutionStrategyOptions Options;
  Options.Sigma = 0.25;
  Options.Scales = {1, 0.5, 8};
  const auto Search = make({0, 0, 0}, Options);
  const auto Candidates = Search.ask();
  REQUIRE(Candidates.size() == 64);
  for (size_t Pair = 0; Pair < 32; ++Pair) {
    const auto Noise = gaussianNoise(1, 0, Pair, 3);
    for (size_t I = 0; I < 3; ++I) {
      CHECK(Candidates[2 * Pair][I] == 0.25 * Options.Scales[I] * Noise[I]);
      CHECK(Candidates[2 * Pair + 1][I] == -Candidates[2 * Pair][I]);
    }
  }
  CHECK(Search.ask() == Candidates);
}

TEST_CASE("every step rule goes down a sphere") {
  const size_t Rule = GENERATE(0, 1);
  const auto Shaping =
      GENERATE(RewardShaping::CenteredRanks, RewardShaping::Standardised);
  EvolutionStrategyOptions Options;
  Options.Rule = Rules[Rule];
  Options.Shaping = Shaping;
  Options.Pairs = 20;
  Options.Sigma = 0.05;
  if (auto *Plain = std::get_if<PlainStep>(&Options.Rule))
    Plain->StepSize = 0.01;
  auto Search = make(Point(10, 1), Options);
  CHECK(evaluationsTo(Search, sphere, 0.1, 40 * 300) < 40 * 300);
}

TEST_CASE("top pairs and scales find a badly scaled minimum") {
  EvolutionStrategyOptions Options;
  Options.Pairs = 20;
  Options.TopPairs = 10;
  Options.Sigma = 0.05;
  Options.Scales = {1000, 1, 0.001};
  const auto Scaled = [](const Point &X) {
    return sphere({X[0] / 1000, X[1], X[2] / 0.001});
  };
  auto Search = make({1000, 1, 0.001}, Options);
  CHECK(evaluationsTo(Search, Scaled, 0.05, 40 * 200) < 40 * 200);
}

TEST_CASE("a noisy quadratic is followed to near its minimum") {
  EvolutionStrategyOptions Options;
  Options.Pairs = 32;
  Options.Sigma = 0.3;
  Options.Rule = ClipUpStep{0.05, 0.9, 0.1, {}};
  auto Search = make(Point(20, 1), Options);
  Random Noise(5);
  const TestFunction Noisy = [&](const Point &X) {
    return sphere(X) + 4 * Noise.uniform();
  };
  for (int G = 0; G < 300; ++G)
    REQUIRE(Search.tell(rewardsOf(Search, Noisy)));
  CHECK(sphere(Search.center()) < 2); // From 20; the noise alone is 4.
}

TEST_CASE("the estimate sees sqrt(N / (N + n + 1)) of the gradient") {
  const size_t Sizes[][2] = {{70, 32}, {70, 100}, {300, 64}, {1000, 64}};
  for (const auto &[Size, Pairs] : Sizes) {
    EvolutionStrategyOptions Options;
    Options.Pairs = Pairs;
    Options.Shaping = RewardShaping::Standardised;
    Options.Rule = PlainStep{1};
    const Point Direction = gaussianNoise(9, 9, 9, Size);
    const auto Linear = [&Direction](const Point &X) {
      double Sum = 0;
      for (size_t I = 0; I < X.size(); ++I)
        Sum -= X[I] * Direction[I];
      return Sum;
    };
    double Mean = 0;
    const int Repeats = 60;
    for (int R = 0; R < Repeats; ++R) {
      Options.Seed = uint64_t(R);
      auto Search = make(Point(Size, 0), Options);
      REQUIRE(Search.tell(rewardsOf(Search, Linear)));
      const Point &Step = Search.center();
      Mean += -Linear(Step) / euclideanNorm(Step) / euclideanNorm(Direction);
    }
    Mean /= Repeats;
    const double N = double(Pairs);
    CHECK(Mean == Approx(std::sqrt(N / (N + double(Size) + 1))).epsilon(0.06));
  }
}

TEST_CASE("a lost reward drops its pair and no other") {
  EvolutionStrategyOptions Options;
  Options.Pairs = 4;
  Options.MinSurvivors = 0.5;
  Options.Shaping = RewardShaping::Standardised;
  Options.Rule = PlainStep{1};
  auto Whole = make({1, 0}, Options);
  auto Rewards = rewardsOf(Whole, sphere);
  Rewards[3].reset();
  Rewards[4] = std::numeric_limits<double>::quiet_NaN();
  auto Outcome = Whole.tell(Rewards);
  REQUIRE(Outcome);
  CHECK(Outcome->Step == StepKind::Taken);
  CHECK(Outcome->Candidates == 8);
  CHECK(Outcome->Survivors == 4);
  // What the other half of a lost pair was worth does not matter.
  auto Other = make({1, 0}, Options);
  Rewards[2] = 1e9;
  Rewards[5] = -1e9;
  REQUIRE(Other.tell(Rewards));
  CHECK(Other.center() == Whole.center());
  CHECK(Other.center() != Point{1, 0});

  auto Skipped = make({1, 0}, Options);
  Rewards[0].reset();
  Outcome = Skipped.tell(Rewards);
  REQUIRE(Outcome);
  CHECK(Outcome->Step == StepKind::TooFewSurvivors);
  CHECK(Outcome->Survivors == 2);
  CHECK(Skipped.center() == Point{1, 0});
  CHECK(Skipped.generation() == 1);
}

TEST_CASE("equal rewards, wrong counts and huge steps move nothing") {
  EvolutionStrategyOptions Options;
  Options.Pairs = 2;
  Options.Rule = PlainStep{1e308};
  Options.Scales = {1e300};
  auto Search = make({0.5}, Options);
  auto Outcome = Search.tell({1, 1, 1, 1});
  REQUIRE(Outcome);
  CHECK(Outcome->Step == StepKind::NoDifference);
  Outcome = Search.tell({1, 2, 3, 5});
  REQUIRE(Outcome);
  CHECK(Outcome->Step == StepKind::NotFinite);
  CHECK(Search.center() == Point{0.5});
  auto Wrong = Search.tell({1, 2, 3});
  REQUIRE(!Wrong);
  CHECK(Wrong.error().message() == "generation has 3 rewards, expected 4");
  CHECK(Search.generation() == 2);
}

TEST_CASE("rewards belong to their candidates") {
  EvolutionStrategyOptions Options;
  Options.Pairs = 3;
  auto Straight = make({0, 0}, Options), Mirrored = make({0, 0}, Options);
  const std::vector<std::optional<double>> Rewards = {1, 2, 5, 3, 0, 4};
  REQUIRE(Straight.tell(Rewards));
  // Both halves of all pairs exchanged: exactly the opposite step.
  REQUIRE(Mirrored.tell({2, 1, 3, 5, 4, 0}));
  CHECK(Straight.center()[0] == -Mirrored.center()[0]);
  CHECK(Straight.center()[1] == -Mirrored.center()[1]);
  // Ranks alone count.
  auto Stretched = make({0, 0}, Options);
  REQUIRE(Stretched.tell({10, 20, 5e9, 30, -7, 40}));
  CHECK(Stretched.center() == Straight.center());
}

TEST_CASE("decay leads back to the start") {
  EvolutionStrategyOptions Options;
  Options.Pairs = 1;
  Options.Decay = 0.5;
  Options.Rule = PlainStep{1e-12};
  auto Search = make({3}, Options);
  auto Far = make({3}, Options);
  ByteWriter Bytes;
  Bytes.string("evolution strategy");
  Bytes.number(0);
  Bytes.number(7);
  Bytes.number(1);
  const double Seven = 7;
  uint64_t Bits;
  std::memcpy(&Bits, &Seven, 8);
  Bytes.number(Bits);
  REQUIRE(restore(Far, Bytes.take()));
  CHECK(Far.generation() == 7);
  REQUIRE(Far.tell({0, 1}));
  CHECK(Far.center()[0] == Approx(5));
}

TEST_CASE("an evolution strategy goes on after every generation") {
  const size_t Rule = GENERATE(0, 1);
  checkResume(
      [&] {
        EvolutionStrategyOptions Options;
        Options.Pairs = 3;
        Options.Rule = Rules[Rule];
        return make({1, 2}, Options);
      },
      rosenbrock, 12);
  EvolutionStrategyOptions Options;
  auto ClipUp = make({1, 2}, Options);
  Options.Rule = PlainStep();
  auto Plain = make({1, 2}, Options);
  auto Status = restore(Plain, stateOf(ClipUp));
  REQUIRE(!Status);
  CHECK_THAT(Status.error().message(), Catch::Contains("step rule"));
}

TEST_CASE("options of an evolution strategy are checked") {
  const auto Message = [](Point Start, EvolutionStrategyOptions Options) {
    auto Made = EvolutionStrategy::create(Start, Options);
    return Made ? "" : Made.error().message();
  };
  const double NaN = std::numeric_limits<double>::quiet_NaN();
  EvolutionStrategyOptions Options;
  CHECK(Message({}, Options) == "there are 0 parameters, expected at least 1");
  CHECK(Message({NaN}, Options) == "a parameter of the start is not finite");
  Options.Scales = {1, 2};
  CHECK(Message({1}, Options) == "there are 2 scales, expected 1");
  Options.Scales = {0};
  CHECK_THAT(Message({1}, Options), Catch::StartsWith("a scale is 0.0"));
  Options = {};
  Options.Pairs = 0;
  CHECK_THAT(Message({1}, Options), Catch::StartsWith("there are 0 pairs"));
  Options = {};
  Options.Sigma = NaN;
  CHECK_THAT(Message({1}, Options), Catch::StartsWith("sigma is nan"));
  Options = {};
  Options.Rule = ClipUpStep{0.1, 1, 0.2, {}};
  CHECK_THAT(Message({1}, Options), Catch::StartsWith("momentum is 1.0"));
  Options.Rule = ClipUpStep{0.1, 0.9, -1, {}};
  CHECK_THAT(Message({1}, Options), Catch::StartsWith("largest step is -1.0"));
}
