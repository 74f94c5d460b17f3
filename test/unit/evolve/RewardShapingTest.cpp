// What rewards say, whatever their units
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/evolve/RewardShaping.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;
using Values = std::vector<double>;

TEST_CASE("ranks are centred and shared by equal rewards") {
  const auto Ranks = RewardShaping::CenteredRanks;
  CHECK(shapeRewards({30, 10, 20}, Ranks) == Values{0.5, -0.5, 0});
  CHECK(shapeRewards({1, 1, 0, 5, 5}, Ranks) ==
        Values{-0.125, -0.125, -0.5, 0.375, 0.375});
  CHECK(shapeRewards({7, 7}, Ranks) == Values{0, 0});
  CHECK(shapeRewards({7}, Ranks) == Values{0});
  CHECK(shapeRewards({}, Ranks).empty());
}

TEST_CASE("standardised rewards have mean 0 and deviation 1") {
  const auto Standardised = RewardShaping::Standardised;
  CHECK(shapeRewards({1, 3}, Standardised) == Values{-1, 1});
  // The same, far from 0.
  CHECK(shapeRewards({1e12 + 1, 1e12 + 3}, Standardised) == Values{-1, 1});
  CHECK(shapeRewards({4, 4, 4}, Standardised) == Values{0, 0, 0});
  for (double Value : shapeRewards({-1e308, 1e308, 0}, Standardised))
    CHECK(std::isfinite(Value));
}

TEST_CASE("order is best first, then by index") {
  CHECK(orderOfRewards({1, 3, 2, 3}) == std::vector<size_t>{1, 3, 2, 0});
}
