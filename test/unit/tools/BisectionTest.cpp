// Tests of Bisection
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/bisect/Bisection.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {
/// What is found if the decisions \p Culprits break together.
std::set<size_t> find(size_t Count, const std::set<size_t> &Culprits,
                      size_t &Trials) {
  const auto Found = bisect(Count, [&](const std::set<size_t> &Made) {
    ++Trials;
    return Result<bool>(std::includes(Made.begin(), Made.end(),
                                      Culprits.begin(), Culprits.end()));
  });
  REQUIRE(Found);
  return *Found;
}
} // namespace

TEST_CASE("Bisection: any single culprit is found", "[tools][bisect]") {
  for (size_t Count = 1; Count <= 33; ++Count)
    for (size_t Culprit = 0; Culprit < Count; ++Culprit) {
      size_t Trials = 0;
      INFO(Culprit << " of " << Count);
      CHECK(find(Count, {Culprit}, Trials) == std::set<size_t>{Culprit});
      CHECK(Trials <= 7);
    }
}

TEST_CASE("Bisection: culprits that need each other are found",
          "[tools][bisect]") {
  size_t Trials = 0;
  for (const std::set<size_t> &Culprits :
       {std::set<size_t>{0, 1}, {0, 99}, {98, 99}, {3, 50, 51}})
    CHECK(find(100, Culprits, Trials) == Culprits);
}

TEST_CASE("Bisection: one of several culprits is enough", "[tools][bisect]") {
  const auto Found = bisect(100, [&](const std::set<size_t> &Made) {
    return Result<bool>(Made.count(20) || Made.count(70));
  });
  REQUIRE(Found);
  CHECK(*Found == std::set<size_t>{20});
}

TEST_CASE("Bisection: what cannot be tried is told", "[tools][bisect]") {
  const auto Found = bisect(8, [](const std::set<size_t> &) {
    return Result<bool>(Error("no disk"));
  });
  REQUIRE_FALSE(Found);
  CHECK(Found.error().message() == "no disk");
}
