// Tests of ScalingSimulation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ScalingSimulation.h"
#include <catch2/catch.hpp>
#include <limits>

using namespace mlgo;

TEST_CASE("ScalingSimulation: recorded times are read, or refused by line") {
  const auto Times =
      parseTrialTimes("module,seconds\na,1\nb,2.5\na,0.5\n\n", "times");
  REQUIRE(Times);
  CHECK(*Times == TrialTimes{{1, 0.5}, {2.5}});
  for (const char *Bad : {"a", "a,", "a,x", "a,1x", "a,-1", "a,nan", "a,inf"}) {
    const auto Refused = parseTrialTimes(std::string("a,1\n") + Bad, "times");
    REQUIRE_FALSE(Refused);
    CHECK(Refused.error().message() ==
          std::string("times:2: found '") + Bad + "', expected module,seconds");
  }
  CHECK_FALSE(parseTrialTimes("", "times"));
}

TEST_CASE("ScalingSimulation: known cases") {
  const TrialTimes Times = {{1}};
  ScalingSetup Setup;
  Setup.Population = 8;
  Setup.Batch = 4;
  Setup.Generations = 2;
  Setup.SerialSeconds = 3;
  ScalingResult One = simulateScaling(Times, Setup);
  // Two generations of 32 trials, and a pause.
  CHECK(One.Seconds == Approx(2 * 32 + 3));
  CHECK(One.BusySeconds == Approx(64));
  CHECK(One.Items == 8);
  Setup.Workers = 4;
  CHECK(simulateScaling(Times, Setup).Seconds == Approx(2 * 8 + 3));
  // Candidates are divided; no item is smaller than one.
  Setup.Workers = 10000;
  CHECK(simulateScaling(Times, Setup).Seconds == Approx(2 * 1 + 3));
  CHECK(simulateScaling(Times, Setup).Items == 64);
  // The coordinator hands out one after the other.
  Setup.ItemSeconds = 0.1;
  CHECK(simulateScaling(Times, Setup).Seconds == Approx(2 * (3.2 + 1) + 3));
}

TEST_CASE("ScalingSimulation: experiments fill each other's pauses") {
  const TrialTimes Times = {{1}};
  ScalingSetup Setup;
  Setup.Population = 1;
  Setup.Batch = 6;
  Setup.Workers = 2;
  Setup.Generations = 3;
  Setup.SerialSeconds = 3;
  Setup.Experiments = 2;
  const ScalingResult Apart = simulateScaling(Times, Setup);
  CHECK(Apart.Seconds == Approx(6 * 3 + 5 * 3));
  Setup.IsNested = true;
  const ScalingResult Together = simulateScaling(Times, Setup);
  CHECK(Together.BusySeconds == Approx(Apart.BusySeconds));
  CHECK(Together.Seconds < 0.8 * Apart.Seconds);
  CHECK(Together.Utilisation > 1.2 * Apart.Utilisation);
}

TEST_CASE("ScalingSimulation: more workers never take longer, and the same "
          "draws the same time") {
  const TrialTimes Times = {{0.1, 0.2, 0.3}, {1, 2, 9}, {0.01}};
  ScalingSetup Setup;
  Setup.Batch = 20;
  double Last = std::numeric_limits<double>::infinity();
  for (Setup.Workers = 1; Setup.Workers <= 4096; Setup.Workers *= 4) {
    const ScalingResult Found = simulateScaling(Times, Setup);
    CHECK(Found.Seconds < 1.02 * Last);
    CHECK(Found.Utilisation <= 1 + 1e-9);
    CHECK(Found.Seconds == simulateScaling(Times, Setup).Seconds);
    Last = Found.Seconds;
  }
  Setup.Experiments = 0;
  CHECK(simulateScaling(Times, Setup).Seconds == 0);
}
