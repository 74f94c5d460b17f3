// Tests of PolicyScore
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/PolicyScore.h"
#include "SyntheticData.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Scores -3 if a < 5, else 4, plus 1.
TreeEnsemble oneTree() {
  TreeEnsemble Trees;
  TreeNode Root, Low, High;
  Root.Input = 0;
  Root.Threshold = 5;
  Root.Left = 1;
  Root.Right = 2;
  Low.Value = -3;
  High.Value = 4;
  Trees.Trees = {{Root, Low, High}};
  Trees.Base = 1;
  return Trees;
}

/// Logit 1 minus logit 0 is |a| clamped to 50, halved.
Network absolute() {
  Network Net;
  InputTransform T;
  T.Low = -50;
  T.High = 50;
  T.Scale = 0.5f;
  Net.Transforms = {T};
  Net.Layers.push_back({1, 2, true, {1, -1}, {0, 0}});
  Net.Layers.push_back({2, 2, false, {0, 1, 0, 1}, {0, 0}});
  return Net;
}

} // namespace

TEST_CASE("PolicyScore: trees compare the column that is the input") {
  const Dataset Data = makeTable(50);
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    CHECK(scoreTrees(oneTree(), Data, {2}, Row) ==
          (Data.row(Row)[2] < 5 ? -2 : 5));
}

TEST_CASE("PolicyScore: networks transform, then multiply") {
  const Dataset Data = makeTable(50);
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    CHECK(scoreNetwork(absolute(), Data, {1}, Row) ==
          std::min(std::abs(static_cast<float>(Data.row(Row)[1])), 50.f) / 2);
}

TEST_CASE("PolicyScore: units and cuts") {
  const Dataset Data = makeTable(50);
  LearnedPolicy Trees, Net;
  Trees.Policy = oneTree();
  Trees.Unit = 0.25;
  Net.Policy = absolute();
  for (LearnedPolicy *Learned : {&Trees, &Net}) {
    std::vector<double> Before(50, 99), After(50, 99);
    scorePolicy(*Learned, Data, {0}, {3, 4, 7}, Before);
    applyCut(*Learned, 0.75);
    scorePolicy(*Learned, Data, {0}, {3, 4, 7}, After);
    CHECK(After[5] == 99);
    for (uint32_t Row : {3u, 4u, 7u}) {
      CHECK(Before[Row] != 99);
      CHECK(After[Row] == Before[Row] - 0.75);
    }
  }
}
