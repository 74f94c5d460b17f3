// Tests of EvictionPolicy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
  const auto Policy =
      createPolicyRunner(getEvictionPolicySpec(), M, "test.mlgo");
  REQUIRE_FALSE(Policy);
  return Policy.error().message();
}

} // namespace

TEST_CASE("An eviction policy has the columns of its model", "[regalloc]") {
  for (size_t Columns : {9, 33, 37}) {
    auto Policy = createPolicyRunner(getEvictionPolicySpec(), policy(Columns),
                                     "test.mlgo");
    INFO((Policy ? "" : Policy.error().message()));
    REQUIRE(Policy);
    MLModelRunner &Runner = **Policy;
    REQUIRE(Runner.inputs() == getEvictionInputs(Columns));
    CHECK(Runner.reads(EvictionInput::Mask));
    CHECK_FALSE(Runner.reads(EvictionInput::IsStock));
    auto *Mask = Runner.getTensor<int64_t>(EvictionInput::Mask);
    Mask[4] = 1;
    Mask[Columns - 1] = 1;
    CHECK(Runner.evaluate<int64_t>() == 4);
  }
}

TEST_CASE("An eviction policy may ask for the stock decision", "[regalloc]") {
  auto Policy = createPolicyRunner(getEvictionPolicySpec(),
                                   policy(33, "is_stock"), "test.mlgo");
  REQUIRE(Policy);
  CHECK((*Policy)->reads(EvictionInput::IsStock));
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
}

TEST_CASE("Other modes have LLVM's inputs unless ours are read", "[regalloc]") {
  const PolicySpec Spec = getEvictionPolicySpec();
  const Model Reads = policy(33, "is_stock"), Plain = policy(33);
  const auto LLVMs = getEvictionInputs(StockColumns, false);
  CHECK(Spec.Inputs(RunnerMode::Interactive, nullptr) == LLVMs);
  CHECK(Spec.Inputs(RunnerMode::Development, &Plain) == LLVMs);
  CHECK(Spec.Inputs(RunnerMode::Development, &Reads) == getEvictionInputs());
  CHECK(Spec.Inputs(RunnerMode::Release, nullptr) == getEvictionInputs());
}
