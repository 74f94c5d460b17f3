// Tests of TreeAttribution
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/TreeAttribution.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/Random.h"
#include "model/ModelExamples.h"
#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>

using namespace mlgo;

namespace {

/// Asks for A first: 10 where it is below 5; else 2 or 6, as B says.
Model smallModel() {
  Model M;
  M.Task = "inline-oz";
  M.Inputs = {TensorSpec::createSpec<int64_t>("a", {1}),
              TensorSpec::createSpec<int64_t>("b", {1})};
  TreeEnsemble E;
  E.Base = 100;
  E.Trees = {{{0, 5, 1, 2, 0},
              {-1, 0, 0, 0, 10},
              {1, 0, 3, 4, 0},
              {-1, 0, 0, 0, 2},
              {-1, 0, 0, 0, 6}}};
  M.Policy = E;
  return M;
}

void addExample(Model &M, int64_t A, int64_t B) {
  ModelExample Example;
  Example.Inputs.resize(16);
  std::memcpy(&Example.Inputs[0], &A, 8);
  std::memcpy(&Example.Inputs[8], &B, 8);
  M.Examples.push_back(Example);
}

} // namespace

TEST_CASE("TreeAttribution: inputs have what their comparisons change") {
  Model M = smallModel();
  // Leaves 10, 10, 10 and 6.
  for (const auto &[A, B] : {std::pair(0, 0), {1, 1}, {2, 2}, {9, 9}})
    addExample(M, A, B);
  const auto Explainer = TreeAttribution::create(M);
  REQUIRE(Explainer);
  const auto E = Explainer->explain({7, -1});
  CHECK(E.Usual == 109);
  CHECK(E.Score == 102);
  // From the mean of four, 9, to that of one, 6, and on to 2.
  CHECK(E.Shares == std::vector<int64_t>{-3, -4});
  CHECK(E.OutOfRange.empty());
}

TEST_CASE("TreeAttribution: where no example comes by, branches weigh alike") {
  const auto Explainer = TreeAttribution::create(smallModel());
  REQUIRE(Explainer);
  const auto E = Explainer->explain({7, 7});
  CHECK(E.Usual == 107);
  CHECK(E.Score == 106);
  CHECK(E.Shares == std::vector<int64_t>{-3, 2});
}

TEST_CASE("TreeAttribution: says which inputs are out of range") {
  Model M = smallModel();
  M.Decision = DecisionKind::FlipDefault;
  M.DefaultInput = 0;
  M.Ranges = {{0, 100}, {0, 5}};
  const auto Explainer = TreeAttribution::create(M);
  REQUIRE(Explainer);
  CHECK(Explainer->explain({0, 7}).OutOfRange == std::vector<size_t>{1});
}

TEST_CASE("TreeAttribution: points of the shipped policies add up") {
  for (const char *Name : {"/inline-size.mlgo", "/inline-wasm.mlgo"}) {
    auto M = loadModel(MLGO_MODELS + std::string(Name));
    REQUIRE(M);
    const auto Explainer = TreeAttribution::create(*M);
    REQUIRE(Explainer);
    auto Loaded = LoadedModel::create(*M);
    REQUIRE(Loaded);
    int64_t Sum = 0;
    for (const ModelExample &Example : M->Examples) {
      std::vector<int64_t> Inputs(M->Inputs.size());
      std::memcpy(Inputs.data(), Example.Inputs.data(), Example.Inputs.size());
      const auto E = Explainer->explain(Inputs);
      CHECK(std::accumulate(E.Shares.begin(), E.Shares.end(), E.Usual) ==
            E.Score);
      Loaded->evaluate(Example.Inputs.data());
      if (!Loaded->Abstained())
        CHECK(E.Score == Loaded->score());
      Sum += E.Score;
    }
    // A rounding a tree.
    const auto Count = static_cast<int64_t>(M->Examples.size());
    const auto Trees =
        static_cast<int64_t>(std::get<TreeEnsemble>(M->Policy).Trees.size());
    REQUIRE(Count > 0);
    const auto Usual =
        Explainer->explain(std::vector<int64_t>(M->Inputs.size())).Usual;
    CHECK(std::llabs(Sum / Count - Usual) <= Trees);
  }
}

TEST_CASE("TreeAttribution: refuses what has no comparisons") {
  const auto M =
      loadModel(MLGO_TEST_INPUTS + std::string("/golden-v1-network.mlgo"));
  REQUIRE(M);
  const auto Explainer = TreeAttribution::create(*M);
  REQUIRE(!Explainer);
  CHECK(Explainer.error().message().find(
            "a network, expected decision trees") != std::string::npos);
}
