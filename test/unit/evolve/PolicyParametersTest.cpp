// A model's trainable numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/PolicyParameters.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "model/RandomModel.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace mlgo;

namespace {

Model withExamples(uint64_t Seed, const RandomModelShape &Shape) {
  Model M = randomModel(Seed, Shape);
  auto Loaded = LoadedModel::create(M);
  REQUIRE(Loaded);
  Random Draw(Seed);
  for (int I = 0; I < 20; ++I) {
    const auto Inputs = randomInputs(M, Draw);
    M.Examples.push_back({Inputs, Loaded->evaluate(Inputs.data()), {}});
  }
  return M;
}

Model trees() {
  RandomModelShape Shape;
  Shape.IsNetwork = false;
  Shape.Inputs = 4;
  Shape.Trees = 6;
  Shape.Leaves = 5;
  return withExamples(3, Shape);
}

Model network() {
  RandomModelShape Shape;
  Shape.IsNetwork = true;
  Shape.Inputs = 4;
  Shape.Hidden = {5, 4};
  return withExamples(3, Shape);
}

PolicyParameters make(Model M, const std::vector<std::string> &Groups) {
  auto Options = parsePolicyParameters(Groups, 0.01);
  REQUIRE(Options);
  auto Made = PolicyParameters::create(std::move(M), *Options);
  REQUIRE(Made);
  return std::move(*Made);
}

} // namespace

TEST_CASE("the parameters of a model give back the model") {
  const Model M = GENERATE(trees(), network());
  const std::vector<std::string> Groups[] = {
      {"leaves", "base", "weights", "biases"},
      {"thresholds", "blocks:4", "biases"},
      {"leaves", "base", "thresholds", "weights", "last-layer"}};
  for (const auto &Chosen : Groups) {
    const PolicyParameters Parameters = make(M, Chosen);
    CHECK(Parameters.scales().size() == Parameters.size());
    for (double Scale : Parameters.scales())
      CHECK(Scale > 0);
    size_t Sum = 0;
    for (const auto &Group : Parameters.groups())
      Sum += Group.second;
    CHECK(Sum == Parameters.size());
    auto Same = Parameters.apply(Parameters.values());
    REQUIRE(Same);
    CHECK(serializeModel(*Same) == serializeModel(M));
  }
}

TEST_CASE("any parameters make a model that proves itself") {
  const Model M = GENERATE(trees(), network());
  const PolicyParameters Parameters =
      make(M, {"leaves", "base", "thresholds", "weights", "biases"});
  Random Draw(1);
  const double Largest = std::numeric_limits<double>::max();
  unsigned Changed = 0;
  for (double Size : {0.1, 1.0, 30.0, 1e12, Largest}) {
    std::vector<double> Next = Parameters.values();
    for (size_t I = 0; I < Next.size(); ++I) {
      const double Factor = 2 * Draw.uniform() - 1;
      Next[I] = Size == Largest
                    ? Factor * Largest
                    : Next[I] + Size * Factor * Parameters.scales()[I];
    }
    auto Made = Parameters.apply(Next);
    REQUIRE(Made);
    for (size_t I = 0; I < M.Examples.size(); ++I)
      Changed += Made->Examples[I].Output != M.Examples[I].Output;
    // Reading runs the examples.
    auto Read = parseModel(serializeModel(*Made), "model");
    REQUIRE(Read);
  }
  CHECK(Changed > 0);
}

TEST_CASE("parameters are in the order of the model, rounded and clamped") {
  Model M;
  M.Inputs = {TensorSpec::createSpec<int64_t>("x", {1})};
  M.Policy = TreeEnsemble{{{{0, 10, 1, 2, 0}, {-1, 0, 0, 0, -3}, {}},
                           {{0, 30, 1, 2, 0}, {}, {-1, 0, 0, 0, 5}}},
                          INT64_C(1) << 60};
  std::get<TreeEnsemble>(M.Policy).Base += 1;
  const PolicyParameters Parameters = make(M, {"leaves", "base", "thresholds"});
  REQUIRE(Parameters.groups() ==
          std::vector<std::pair<std::string, size_t>>{
              {"leaves", 4}, {"base", 1}, {"thresholds", 2}});
  CHECK(Parameters.values() ==
        std::vector<double>{-3, 0, 0, 5, 0x1p60, 10, 30});
  CHECK(Parameters.scales()[0] == Approx(3.02));
  CHECK(Parameters.scales()[5] == 20);
  CHECK(Parameters.scales()[6] == 20);
  auto Next = Parameters.apply({-3.6, 0.4, 1e300, -1e300, 0x1p60, 9.5, -1e300});
  REQUIRE(Next);
  const auto &Trees = std::get<TreeEnsemble>(Next->Policy);
  CHECK(Trees.Trees[0][1].Value == -4);
  CHECK(Trees.Trees[0][2].Value == 0);
  CHECK(Trees.Trees[1][1].Value == INT32_MAX);
  CHECK(Trees.Trees[1][2].Value == INT32_MIN);
  CHECK(Trees.Base == (INT64_C(1) << 60) + 1); // Did not move.
  CHECK(Trees.Trees[0][0].Threshold == 10);
  CHECK(Trees.Trees[1][0].Threshold == -(INT64_C(1) << 62));
}

TEST_CASE("factors of blocks multiply the leaves of consecutive trees") {
  const Model M = trees();
  const PolicyParameters Parameters = make(M, {"blocks:2"});
  REQUIRE(Parameters.values() == std::vector<double>{1, 1});
  auto Next = Parameters.apply({0, 2});
  REQUIRE(Next);
  const auto &Before = std::get<TreeEnsemble>(M.Policy).Trees;
  const auto &After = std::get<TreeEnsemble>(Next->Policy).Trees;
  for (size_t T = 0; T < Before.size(); ++T)
    for (size_t I = 0; I < Before[T].size(); ++I)
      CHECK(After[T][I].Value == (T < 3 ? 0 : 2) * Before[T][I].Value);
  // No more blocks than trees.
  CHECK(make(M, {"blocks:100"}).size() == 6);
}

TEST_CASE("the last layer alone") {
  const Model M = network();
  const auto &Last = std::get<Network>(M.Policy).Layers.back();
  CHECK(make(M, {"weights", "biases", "last-layer"}).size() ==
        Last.Weights.size() + Last.Biases.size());
}

TEST_CASE("wrong groups and parameters are errors") {
  for (const char *Group : {"leafs", "", "blocks:", "blocks:0", "blocks:-1",
                            "blocks:3x", "blocks:99999999999999"}) {
    auto Options = parsePolicyParameters({Group}, 0.01);
    REQUIRE(!Options);
    CHECK_THAT(Options.error().message(),
               Catch::StartsWith("parameter group is '" + std::string(Group)));
  }
  const auto Message = [](Model M, const std::vector<std::string> &Groups,
                          double Floor) {
    auto Options = parsePolicyParameters(Groups, Floor);
    auto Made = PolicyParameters::create(std::move(M), *Options);
    return Made ? "" : Made.error().message();
  };
  CHECK(Message(trees(), {"weights"}, 1) ==
        "no parameters are chosen of a tree ensemble");
  CHECK(Message(network(), {"leaves"}, 1) ==
        "no parameters are chosen of a network");
  CHECK_THAT(Message(trees(), {"leaves", "blocks:2"}, 1),
             Catch::StartsWith("both leaves and factors"));
  CHECK_THAT(Message(trees(), {"leaves"}, 0), Catch::StartsWith("scale floor"));
  CHECK(!Message(Model(), {"leaves"}, 1).empty());
  const PolicyParameters Parameters = make(trees(), {"base"});
  auto Many = Parameters.apply({1, 2});
  REQUIRE(!Many);
  CHECK(Many.error().message() == "there are 2 parameters, expected 1");
  auto NaN = Parameters.apply({std::nan("")});
  REQUIRE(!NaN);
  CHECK(NaN.error().message() == "parameter 0 is not finite");
}
