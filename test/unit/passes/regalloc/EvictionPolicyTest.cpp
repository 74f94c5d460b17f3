//===- EvictionPolicyTest.cpp - Tests of EvictionPolicy -------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionPolicy.h"

#include "EvictionInputs.h"

#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Chooses the first legal column where \p Other, if given, is 0.
Model policy(size_t Columns, const char *Other = nullptr) {
  auto PerColumn = [&](const char *Name) {
    return TensorSpec::createSpec<int64_t>(Name,
                                           {1, static_cast<int64_t>(Columns)});
  };
  Model M;
  M.Task = "regalloc-evict";
  M.Decision = DecisionKind::MaskedArgmax;
  M.Inputs = {PerColumn("mask")};
  if (Other)
    M.Inputs.push_back(PerColumn(Other));
  M.Output = getEvictionOutput();
  M.MaskInput = 0;
  TreeEnsemble E;
  E.Trees = {{TreeNode()}};
  M.Policy = E;
  return M;
}

std::string errorOf(const Model &M) {
  const auto Policy = createEvictionPolicy(M, "test.mlgo");
  REQUIRE_FALSE(Policy);
  return Policy.error().message();
}

} // namespace

TEST_CASE("An eviction policy has the columns of its model", "[regalloc]") {
  for (size_t Columns : {9, 33, 37}) {
    auto Policy = createEvictionPolicy(policy(Columns), "test.mlgo");
    INFO((Policy ? "" : Policy.error().message()));
    REQUIRE(Policy);
    CHECK_FALSE(Policy->NeedsStockColumn);
    MLModelRunner &Runner = *Policy->Runner;
    REQUIRE(Runner.inputs() == getEvictionInputs(Columns));
    auto *Mask = Runner.getTensor<int64_t>(EvictionInput::Mask);
    Mask[4] = 1;
    Mask[Columns - 1] = 1;
    CHECK(Runner.evaluate<int64_t>() == 4);
  }
}

TEST_CASE("An eviction policy may ask for the stock decision", "[regalloc]") {
  auto Policy = createEvictionPolicy(policy(33, "is_stock"), "test.mlgo");
  REQUIRE(Policy);
  CHECK(Policy->NeedsStockColumn);
}

TEST_CASE("Other models are no eviction policies", "[regalloc]") {
  Model Task = policy(33);
  Task.Task = "inline-oz";
  CHECK(errorOf(Task) ==
        "test.mlgo: task is 'inline-oz', expected 'regalloc-evict'");
  Model Output = policy(33);
  Output.Output = TensorSpec::createSpec<int64_t>("other", {1});
  CHECK_THAT(errorOf(Output), Catch::Contains("test.mlgo: output is") &&
                                  Catch::Contains("index_to_evict"));
  CHECK_THAT(errorOf(policy(33, "instructions")),
             Catch::Contains("needs input 'instructions'"));
  CHECK_THAT(errorOf(policy(33, "nr_urgent")), Catch::Contains("nr_urgent"));
  const auto Absent = loadEvictionPolicy("/no/such/model.mlgo");
  REQUIRE_FALSE(Absent);
  CHECK_THAT(Absent.error().message(), Catch::Contains("/no/such/model.mlgo"));
}

TEST_CASE("A host needs a channel", "[regalloc]") {
  const auto Nobody = meetEvictionHost("", 1);
  REQUIRE_FALSE(Nobody);
  CHECK_THAT(Nobody.error().message(), Catch::Contains("found no channel"));
  const auto Absent = meetEvictionHost("/no/such/channel", 1);
  REQUIRE_FALSE(Absent);
  CHECK_THAT(Absent.error().message(), Catch::Contains("/no/such/channel.in"));
}
