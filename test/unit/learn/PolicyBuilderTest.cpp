// Tests of PolicyBuilder
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/PolicyBuilder.h"
#include "SyntheticData.h"
#include "mlgo/learn/NetworkTrainer.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include <catch2/catch.hpp>
#include <cstring>

using namespace mlgo;

namespace {

/// Flips where c >= 20.
LearnedPolicy flipAboveTwenty() {
  TreeEnsemble Trees;
  TreeNode Root, Low, High;
  Root.Input = 2;
  Root.Threshold = 20;
  Root.Left = 1;
  Root.Right = 2;
  Low.Value = -1;
  High.Value = 1;
  Trees.Trees = {{Root, Low, High}};
  LearnedPolicy Learned;
  Learned.Policy = Trees;
  return Learned;
}

int64_t decide(LoadedModel &Loaded, std::vector<int64_t> Inputs) {
  std::vector<uint8_t> Bytes(Inputs.size() * sizeof(int64_t));
  std::memcpy(Bytes.data(), Inputs.data(), Bytes.size());
  return Loaded.evaluate(Bytes.data());
}

} // namespace

TEST_CASE("PolicyBuilder: abstains where conditions do not hold") {
  Dataset Data = makeTable(400);
  const std::vector<RowCondition> Conditions = {{"a", -40, INT64_MAX},
                                                {"inlining_default", 0, 0}};
  REQUIRE(keepRows(Data, Conditions));
  TrainingSet Set = makeSet(Data, isMixed);
  PolicyOptions Options;
  Options.Decision = DecisionKind::FlipDefault;
  Options.Conditions = Conditions;
  auto M = buildPolicy(flipAboveTwenty(), Set, Options);
  REQUIRE(M);
  // c, which is looked at; a and the default, of which the conditions are.
  REQUIRE(M->Inputs.size() == 3);
  CHECK(M->Inputs[1].name() == "a");
  auto Loaded = LoadedModel::create(*M);
  REQUIRE(Loaded);
  CHECK(decide(*Loaded, {30, 0, 0}) == 1);
  CHECK(decide(*Loaded, {10, 0, 0}) == 0);
  CHECK(decide(*Loaded, {30, 0, 1}) == 1); // Not taken back.
  CHECK(Loaded->Abstained());
  CHECK(decide(*Loaded, {30, -41, 0}) == 0); // However wide the range is.
  CHECK(Loaded->Abstained());
  CHECK(decide(*Loaded, {30, -40, 0}) == 1);
}

TEST_CASE("PolicyBuilder: decides as stock where an exception holds") {
  Dataset Data = makeTable(400);
  const std::vector<std::vector<RowCondition>> Exceptions = {
      {{"inlining_default", 1, 1}, {"a", 5, INT64_MAX}},
      {{"b", -3, 3}, {"a", INT64_MIN, -60}}};
  for (const auto &Exception : Exceptions)
    REQUIRE(dropRows(Data, Exception));
  TrainingSet Set = makeSet(Data, isMixed);
  PolicyOptions Options;
  Options.Decision = DecisionKind::FlipDefault;
  Options.Exceptions = Exceptions;
  auto M = buildPolicy(flipAboveTwenty(), Set, Options);
  REQUIRE(M);
  REQUIRE(M->Inputs.size() == 4);
  auto Loaded = LoadedModel::create(*M);
  REQUIRE(Loaded);
  const auto Flips = [&](int64_t A, int64_t B, int64_t C, int64_t Default) {
    const bool Answer = decide(*Loaded, {A, B, C, Default}) != Default;
    CHECK_FALSE(Loaded->Abstained());
    return Answer;
  };
  CHECK(Flips(4, 90, 30, 1));
  CHECK_FALSE(Flips(5, 90, 30, 1));
  CHECK_FALSE(Flips(99, 90, 100, 1));
  CHECK(Flips(5, 90, 30, 0));
  CHECK_FALSE(Flips(4, 90, 10, 0));
  for (const int64_t B : {-4, -3, 0, 3, 4})
    CHECK(Flips(-60, B, 30, 0) == (B < -3 || B > 3));
  CHECK(Flips(-59, 0, 30, 0));
  Set.Inputs = {1, 2, 3};
  CHECK_FALSE(buildPolicy(flipAboveTwenty(), Set, Options));
}

TEST_CASE("PolicyBuilder: a correction of the default, within its range") {
  Dataset Data = makeTable(400);
  Data.Values[2] = -100;
  Data.Values[6] = 100;
  TrainingSet Set = makeSet(Data, isMixed);
  PolicyOptions Options;
  Options.Decision = DecisionKind::FlipDefault;
  Options.Widening = 0.5;
  Options.NumExamples = 7;
  Options.Provenance = {{"seed", "1"}};
  auto M = buildPolicy(flipAboveTwenty(), Set, Options);
  REQUIRE(M);
  // Only what is looked at, and the default.
  REQUIRE(M->Inputs.size() == 2);
  CHECK(M->Inputs[0].name() == "c");
  CHECK(M->Inputs[1].name() == "inlining_default");
  CHECK(M->DefaultInput == 1);
  CHECK(M->Output.name() == "inlining_decision");
  CHECK(M->Task == "inline-oz");
  CHECK(M->Provenance == Options.Provenance);
  CHECK(M->Examples.size() == 7);
  REQUIRE(M->Ranges.size() == 2);
  CHECK(M->Ranges[0].Low == -200);
  CHECK(M->Ranges[0].High == 200);
  auto Loaded = LoadedModel::create(*M);
  REQUIRE(Loaded);
  CHECK(decide(*Loaded, {20, 0}) == 1);
  CHECK(decide(*Loaded, {20, 1}) == 0);
  CHECK(decide(*Loaded, {19, 1}) == 1);
  CHECK(decide(*Loaded, {200, 1}) == 0);
  CHECK(decide(*Loaded, {201, 1}) == 1);
  CHECK(Loaded->Abstained());
  // The file proves itself.
  CHECK(parseModel(serializeModel(*M), "model"));
}

TEST_CASE("PolicyBuilder: ranges are of the rows that were learned from") {
  const Dataset Data = makeTable(400);
  TrainingSet Set = makeSet(Data, isMixed);
  Set.Train = {0, 1};
  Set.Validation = {2};
  PolicyOptions Options;
  Options.Decision = DecisionKind::FlipDefault;
  Options.Widening = 0;
  auto M = buildPolicy(flipAboveTwenty(), Set, Options);
  REQUIRE(M);
  const int64_t C[] = {Data.row(0)[2], Data.row(1)[2], Data.row(2)[2]};
  CHECK(M->Ranges[0].Low == std::min({C[0], C[1], C[2]}));
  CHECK(M->Ranges[0].High == std::max({C[0], C[1], C[2]}));
  CHECK(M->Examples.size() == 3);
}

TEST_CASE("PolicyBuilder: a network that decides by itself") {
  const Dataset Data = makeTable(400);
  TrainingSet Set = makeSet(Data, isMixed);
  Set.Inputs = {0, 1};
  NetworkOptions Learning;
  Learning.Epochs = 2;
  auto Net = trainNetwork(Set, Learning);
  REQUIRE(Net);
  LearnedPolicy Learned;
  Learned.Policy = *Net;
  PolicyOptions Options;
  Options.WithRanges = false;
  auto M = buildPolicy(Learned, Set, Options);
  REQUIRE(M);
  CHECK(M->Inputs.size() == 2);
  CHECK(M->DefaultInput == -1);
  CHECK(M->Ranges.empty());
  auto Loaded = LoadedModel::create(*M);
  REQUIRE(Loaded);
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    CHECK(decide(*Loaded, {Data.row(Row)[0], Data.row(Row)[1]}) ==
          (scoreNetwork(*Net, Data, Set.Inputs, Row) > 0));
}

TEST_CASE("PolicyBuilder: needs the default that it corrects") {
  const Dataset Data = makeTable(10);
  PolicyOptions Options;
  Options.DefaultFeature = "stock";
  auto M = buildPolicy(flipAboveTwenty(), makeSet(Data, isMixed), Options);
  REQUIRE_FALSE(M);
  CHECK(M.error().message() ==
        "feature 'stock', the default decision, is not in the logs");
}
