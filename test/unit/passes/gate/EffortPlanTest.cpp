// Tests of EffortPlan.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EffortPlan.h"
#include <catch2/catch.hpp>
#include <numeric>

using namespace mlgo;

TEST_CASE("EffortPlan: without a budget all is tried", "[gate]") {
  const EffortPlan Plan = planEffort({}, {3, 100, 7}, 4, false);
  CHECK(Plan.Sets == 4);
  CHECK(Plan.Functions == std::vector<size_t>{0, 1, 2});
}

TEST_CASE("EffortPlan: large functions first, then more sets", "[gate]") {
  const std::vector<uint64_t> Functions = {900, 100, 2000, 500};
  size_t Sets = 0;
  for (unsigned PerCent = 1; PerCent <= 1000; ++PerCent) {
    const EffortPlan Plan = planEffort({PerCent, 8000}, Functions, 5, false);
    INFO(PerCent);
    CHECK(Plan.Sets >= Sets);
    if (Plan.Sets > 1)
      CHECK(Plan.Functions.size() == Functions.size());
    Sets = Plan.Sets;
  }
  CHECK(Sets == 5);
  CHECK(planEffort({1, 8000}, Functions, 5, false).Functions.empty());
  CHECK(planEffort({50, 8000}, Functions, 0, false).Sets == 0);
  const EffortPlan Half = planEffort({45, 8000}, Functions, 5, false);
  CHECK(Half.Sets == 1);
  REQUIRE_FALSE(Half.Functions.empty());
  CHECK(Half.Functions.size() < Functions.size());
}

TEST_CASE("EffortPlan: all or nothing", "[gate]") {
  const std::vector<uint64_t> Functions = {900, 100, 2000, 500};
  CHECK(planEffort({45, 8000}, Functions, 5, true).Functions.empty());
  const EffortPlan Part = planEffort({400, 8000}, Functions, 9, false),
                   All = planEffort({400, 8000}, Functions, 9, true);
  CHECK(All.Functions.size() == Functions.size());
  CHECK(All.Sets + 1 == Part.Sets);
}

TEST_CASE("EffortPlan: nothing is in an empty module", "[gate]") {
  CHECK(planEffort({50, 0}, {}, 5, false).Functions.empty());
  CHECK(planEffort({10000, 0}, {}, 5, false).Functions.empty());
}
