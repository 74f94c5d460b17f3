// Tests of TreeTrainer
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/TreeTrainer.h"
#include "SyntheticData.h"
#include "learn/Booster.h"
#include "learn/Evaluation.h"
#include "mlgo/learn/PolicyScore.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

TreeOptions fewTrees() {
  TreeOptions Options;
  Options.Trees = 30;
  Options.MinChildWeight = 1;
  Options.LearningRate = 0.3f;
  return Options;
}

std::vector<double> scores(const ImportedTrees &Trees, const TrainingSet &Set) {
  std::vector<double> Scores;
  for (uint32_t Row = 0; Row < Set.Data->size(); ++Row)
    Scores.push_back(
        Trees.margin(scoreTrees(Trees.Trees, *Set.Data, Set.Inputs, Row)));
  return Scores;
}

bool equal(const TreeEnsemble &A, const TreeEnsemble &B) {
  auto same = [](const TreeNode &X, const TreeNode &Y) {
    return X.Input == Y.Input && X.Threshold == Y.Threshold &&
           X.Left == Y.Left && X.Right == Y.Right && X.Value == Y.Value;
  };
  bool Equal = A.Base == B.Base && A.Trees.size() == B.Trees.size();
  for (size_t I = 0; Equal && I < A.Trees.size(); ++I)
    Equal = std::equal(A.Trees[I].begin(), A.Trees[I].end(), B.Trees[I].begin(),
                       B.Trees[I].end(), same);
  return Equal;
}

} // namespace

TEST_CASE("TreeTrainer: without XGBoost it says what to install") {
  if (hasBooster())
    return;
  const Dataset Data = makeTable(10);
  auto Trees = trainTrees(makeSet(Data, isMixed), fewTrees());
  REQUIRE_FALSE(Trees);
  CHECK(Trees.error().message().find("install the package libxgboost0") !=
        std::string::npos);
}

TEST_CASE("TreeTrainer: learns what no input tells alone") {
  if (!hasBooster())
    return;
  const Dataset Data = makeTable(4000), Fresh = makeTable(2000, 2);
  auto Trees = trainTrees(makeSet(Data, isMixed), fewTrees());
  REQUIRE(Trees);
  CHECK(Trees->Trees.Trees.size() == 30);
  for (const TreeEnsemble::Tree &Tree : Trees->Trees.Trees)
    CHECK(Tree.size() <= 29);
  const TrainingSet Test = makeSet(Fresh, isMixed);
  CHECK(evaluateAgreement(Test.Targets, Test.Train, scores(*Trees, Test))
            .agreement() > 0.98);
}

TEST_CASE("TreeTrainer: the same seed gives the same trees, another others") {
  if (!hasBooster())
    return;
  const Dataset Data = makeTable(500);
  const TrainingSet Set = makeSet(Data, isMixed);
  TreeOptions Options = fewTrees();
  auto First = trainTrees(Set, Options), Second = trainTrees(Set, Options);
  Options.Seed = 2;
  auto Third = trainTrees(Set, Options);
  REQUIRE((First && Second && Third));
  CHECK(equal(First->Trees, Second->Trees));
  CHECK_FALSE(equal(First->Trees, Third->Trees));
}

TEST_CASE("TreeTrainer: integer trees score as XGBoost predicts") {
  if (!hasBooster())
    return;
  // Values around 2^24, where floats begin to skip integers.
  Dataset Data = makeTable(800);
  for (size_t I = 0; I < Data.size(); ++I)
    Data.Values[I * 4] += (1 << 24) + 5;
  BoosterMatrix Matrix;
  Matrix.Columns = 4;
  for (int32_t Value : Data.Values)
    Matrix.Values.push_back(static_cast<float>(Value));
  for (uint32_t Row = 0; Row < Data.size(); ++Row) {
    Matrix.Targets.push_back(
        static_cast<float>(Data.row(Row)[0] % 64 + Data.row(Row)[1]));
    Matrix.Weights.push_back(1);
  }
  auto Fit = fitBooster(Matrix, {},
                        {{"objective", "reg:squarederror"},
                         {"base_score", "3"},
                         {"nthread", "1"},
                         {"tree_method", "exact"},
                         {"verbosity", "0"}},
                        20, 0);
  REQUIRE(Fit);
  auto Trees = importBooster(Fit->Model, Fit->Rounds, 4);
  REQUIRE(Trees);
  REQUIRE(Fit->Margins.size() == Data.size());
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    CHECK(Trees->margin(scoreTrees(Trees->Trees, Data, {0, 1, 2, 3}, Row)) ==
          Approx(Fit->Margins[Row]).margin(1e-4));
}

TEST_CASE("TreeTrainer: heavy examples win") {
  if (!hasBooster())
    return;
  const Dataset Data = makeTable(1000);
  // What differs cannot be told apart: weights decide.
  TrainingSet Set = makeSet(Data, [](const int32_t *) { return false; });
  Set.Inputs = {3};
  for (uint32_t Row = 0; Row < Data.size(); ++Row) {
    Set.Targets[Row] = Row % 4 == 0;
    Set.Weights[Row] = Row % 4 == 0 ? 5 : 1;
  }
  auto Heavy = trainTrees(Set, fewTrees());
  Set.Weights.assign(Data.size(), 1);
  auto Even = trainTrees(Set, fewTrees());
  REQUIRE((Heavy && Even));
  auto positives = [&](const ImportedTrees &Trees) {
    size_t Count = 0;
    for (double Score : scores(Trees, Set))
      Count += Score > 0;
    return Count;
  };
  CHECK(positives(*Heavy) == 1000);
  CHECK(positives(*Even) == 0);
}

TEST_CASE("TreeTrainer: stops where validation is best") {
  if (!hasBooster())
    return;
  const Dataset Data = makeTable(400);
  // Noise: learning more only makes it worse elsewhere.
  TrainingSet Set = makeSet(Data, [&](const int32_t *Row) {
    return mixBits(static_cast<uint64_t>(Row[0] * 1000 + Row[1])) % 2 == 0;
  });
  split(Set, {false, true, false, true});
  TreeOptions Options = fewTrees();
  Options.Patience = 3;
  auto Trees = trainTrees(Set, Options);
  REQUIRE(Trees);
  CHECK(Trees->Trees.Trees.size() < 30);
}

TEST_CASE("TreeTrainer: predicts numbers") {
  if (!hasBooster())
    return;
  const Dataset Data = makeTable(3000);
  TrainingSet Set = makeSet(Data, isMixed);
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    Set.Targets[Row] = static_cast<float>(Data.row(Row)[2] > 50 ? 40 : -10);
  TreeOptions Options = fewTrees();
  Options.Objective = TreeOptions::ObjectiveType::Squared;
  auto Trees = trainTrees(Set, Options);
  REQUIRE(Trees);
  const std::vector<double> Scores = scores(*Trees, Set);
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    CHECK(Scores[Row] == Approx(double(Set.Targets[Row])).margin(1));
}

TEST_CASE("TreeTrainer: nothing to learn from is an error") {
  if (!hasBooster())
    return;
  const Dataset Data = makeTable(10);
  TrainingSet Set = makeSet(Data, isMixed);
  Set.Train.clear();
  auto Trees = trainTrees(Set, fewTrees());
  REQUIRE_FALSE(Trees);
  CHECK(Trees.error().message() == "nothing to boost: 0 examples, 30 rounds");
}
