// CMA-ES, full and separable
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/CovarianceAdaptation.h"
#include "TestFunctions.h"
#include "mlgo/support/Random.h"

using namespace mlgo;
using namespace mlgo::test;

namespace {

CovarianceAdaptation make(Point Start, CovarianceAdaptationOptions Options) {
  auto Made =
      CovarianceAdaptation::create(std::move(Start), std::move(Options));
  REQUIRE(Made);
  return std::move(*Made);
}

CovarianceAdaptation make(Point Start, double Sigma, bool Separable = false) {
  CovarianceAdaptationOptions Options;
  Options.Sigma = Sigma;
  Options.Separable = Separable;
  return make(std::move(Start), Options);
}

} // namespace

TEST_CASE("CMA-ES finds minima within published budgets") {
  // Hansen, The CMA Evolution Strategy: A Comparing Review (2006), and Ros,
  // Hansen (2008) need about as many; twice is allowed.
  auto Sphere = make(Point(10, 1), 0.3);
  CHECK(evaluationsTo(Sphere, sphere, 1e-9, 10000) < 3000);
  auto Ellipsoid = make(Point(10, 1), 0.3);
  CHECK(evaluationsTo(Ellipsoid, ellipsoid, 1e-9, 20000) < 9000);
  auto Valley = make(Point(8, 0), 0.3);
  CHECK(evaluationsTo(Valley, rosenbrock, 1e-9, 30000) < 12000);
  auto Diagonal = make(Point(40, 1), 0.3, true);
  CHECK(evaluationsTo(Diagonal, ellipsoid, 1e-9, 60000) < 20000);
}

TEST_CASE("a large population gets over the hills of Rastrigin") {
  CovarianceAdaptationOptions Options;
  Options.Population = 150;
  Options.Sigma = 2;
  unsigned Found = 0;
  for (uint64_t Seed = 1; Seed <= 5; ++Seed) {
    Options.Seed = Seed;
    auto Search = make(Point(5, 3), Options);
    Found += evaluationsTo(Search, rastrigin, 1e-6, 40000) < 40000;
  }
  CHECK(Found >= 3);
}

TEST_CASE("scales are what a deviation of one means") {
  CovarianceAdaptationOptions Options;
  Options.Scales = {1e6, 1, 1e-6};
  const auto Scaled = [](const Point &X) {
    return sphere({X[0] / 1e6, X[1], X[2] / 1e-6});
  };
  auto Plain = make({1, 1, 1}, CovarianceAdaptationOptions());
  auto Search = make({1e6, 1, 1e-6}, Options);
  for (int G = 0; G < 20; ++G) {
    REQUIRE(Plain.tell(rewardsOf(Plain, sphere)));
    REQUIRE(Search.tell(rewardsOf(Search, Scaled)));
  }
  CHECK(Search.center()[0] / 1e6 == Approx(Plain.center()[0]));
  CHECK(Search.center()[2] / 1e-6 == Approx(Plain.center()[2]));
}

TEST_CASE("CMA-ES gets through noise") {
  auto Search = make(Point(10, 1), 0.3);
  Random Noise(3);
  const TestFunction Noisy = [&](const Point &X) {
    return sphere(X) + 0.1 * Noise.uniform();
  };
  for (int G = 0; G < 150; ++G)
    REQUIRE(Search.tell(rewardsOf(Search, Noisy)));
  CHECK(sphere(Search.center()) < 0.3);
}

TEST_CASE("CMA-ES goes on after every generation") {
  checkResume([] { return make({1, 2, 0}, 0.5); }, rosenbrock, 15);
  checkResume([] { return make({1, 2, 0}, 0.5, true); }, rosenbrock, 15);
  auto Full = make({1, 2}, 0.5), Separable = make({1, 2}, 0.5, true);
  CHECK(!restore(Full, stateOf(Separable)));
}

TEST_CASE("CMA-ES leaves out lost rewards and leaves plateaus") {
  const bool Separable = GENERATE(false, true);
  auto Search = make({0, 0}, 0.5, Separable);
  const size_t Count = Search.ask().size();
  std::vector<std::optional<double>> Rewards(Count, 1);
  auto Outcome = Search.tell(Rewards);
  REQUIRE(Outcome);
  CHECK(Outcome->Step == StepKind::NoDifference);
  CHECK(Search.sigma() > 0.5);
  CHECK(Search.center() == Point{0, 0});
  for (size_t I = 2; I < Count; ++I)
    Rewards[I].reset();
  Rewards[1] = 3;
  Outcome = Search.tell(Rewards);
  REQUIRE(Outcome);
  CHECK(Outcome->Step == StepKind::TooFewSurvivors);
  CHECK(Outcome->Survivors == 2);
  CHECK(Search.center() == Point{0, 0});
  Rewards.assign(Count, 1);
  Rewards[3].reset();
  Rewards[2] = 2;
  Outcome = Search.tell(Rewards);
  REQUIRE(Outcome);
  CHECK(Outcome->Step == StepKind::Taken);
  CHECK(Outcome->Survivors == Count - 1);
  CHECK(Search.center() != Point{0, 0});
  CHECK(!Search.tell({1.0}));
}

TEST_CASE("CMA-ES survives rewards of every kind") {
  const bool Separable = GENERATE(false, true);
  auto Search = make({1e150, -1e150, 0}, 1e100, Separable);
  Random Draw(11);
  for (int G = 0; G < 3000; ++G) {
    std::vector<std::optional<double>> Rewards(Search.ask().size());
    for (auto &Reward : Rewards)
      Reward = Draw.below(3) ? 1e300 * Draw.uniform() : Draw.uniform();
    REQUIRE(Search.tell(Rewards));
    for (double Value : Search.center())
      REQUIRE(std::isfinite(Value));
  }
}

TEST_CASE("options of CMA-ES are checked") {
  const auto Message = [](size_t Size, CovarianceAdaptationOptions Options) {
    auto Made = CovarianceAdaptation::create(Point(Size, 1), Options);
    return Made ? "" : Made.error().message();
  };
  CovarianceAdaptationOptions Options;
  CHECK_THAT(Message(2000, Options), Catch::Contains("at most 1024"));
  Options.Separable = true;
  CHECK(Message(2000, Options).empty());
  Options.Population = 3;
  CHECK_THAT(Message(2, Options), Catch::StartsWith("population is 3"));
  Options.Sigma = 0;
  CHECK_THAT(Message(2, Options), Catch::StartsWith("sigma is 0.0"));
}
