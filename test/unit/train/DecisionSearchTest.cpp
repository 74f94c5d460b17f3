//===- DecisionSearchTest.cpp ---------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/train/DecisionSearch.h"

#include "SyntheticProblem.h"

#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

SearchResult search(SyntheticProblem &P, const SearchOptions &O) {
  auto Found = searchDecisions(P, O);
  REQUIRE(Found);
  // What is claimed is so.
  CHECK(P.measure(Found->BestDecisions).Size == Found->Best.Size);
  CHECK(P.measure(toDecisions(Found->Best)).Size == Found->Best.Size);
  CHECK(Found->Best.Size <= Found->StartSize);
  return *Found;
}

SearchOptions bothWays() {
  SearchOptions O;
  O.Local.FromNothing = true;
  return O;
}

} // namespace

TEST_CASE("DecisionSearch: what adds up is solved exactly") {
  for (uint64_t Seed = 0; Seed < 30; ++Seed) {
    SyntheticProblem P;
    fillAdditive(P, 12, Seed);
    const SearchResult Found = search(P, {});
    CHECK(Found.Best.Size == P.optimum());
    CHECK(Found.End == SearchEnd::Converged);
  }
}

TEST_CASE("DecisionSearch: 95 % of the gain where decisions interact") {
  double Reached = 0, Possible = 0, FromStart = 0;
  for (uint64_t Seed = 0; Seed < 100; ++Seed) {
    SyntheticProblem P;
    fillInteracting(P, 12, Seed);
    const SearchResult Found = search(P, bothWays());
    Reached += Found.StartSize - Found.Best.Size;
    Possible += Found.StartSize - P.optimum();
    const SearchResult One = search(P, {});
    FromStart += One.StartSize - One.Best.Size;
    CHECK(Found.Best.Size <= One.Best.Size);
  }
  INFO("reached " << Reached / Possible << ", from the start alone "
                  << FromStart / Possible);
  CHECK(Reached >= 0.95 * Possible);
  CHECK(FromStart >= 0.9 * Possible);
}
