// What happened in a generation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/TrainingRecord.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace mlgo;

TEST_CASE("quantiles are of the rewards that are there") {
  TrainingRecord Record;
  const double NaN = std::numeric_limits<double>::quiet_NaN();
  summarise({4.0, std::nullopt, 0.0, NaN, 1.0, 3.0, 2.0}, Record);
  CHECK(Record.Quantiles == std::array<double, 5>{0, 1, 2, 3, 4});
  CHECK(Record.Mean == 2);
  summarise({1.0, 2.0}, Record);
  CHECK(Record.Quantiles == std::array<double, 5>{1, 1.25, 1.5, 1.75, 2});
  summarise({std::nullopt}, Record);
  for (double Quantile : Record.Quantiles)
    CHECK(std::isnan(Quantile));
}

TEST_CASE("metrics are a line for each generation") {
  TrainingRecord Start, First;
  summarise({}, Start);
  Start.Validation = -0.125;
  summarise({0.1, 0.3}, First);
  First.Generation = 1;
  First.Outcome.Candidates = First.Outcome.Survivors = 2;
  First.Outcome.Sigma = 0.1;
  First.IsBest = true;
  First.Seconds = 2.5;
  const std::string Text = formatMetrics({Start, First});
  CHECK_THAT(Text, Catch::StartsWith("generation,reward_min,"));
  CHECK_THAT(Text, Catch::Contains("\n0,,,,,,,0,0,start,0,0,0,-0.125,,0,0\n"));
  CHECK_THAT(Text, Catch::Contains("\n1,0.1,"));
  CHECK_THAT(Text, Catch::EndsWith(",2,2,taken,0,0,0.1,,,1,2.5\n"));
}
