// Tests of BoosterImport
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/BoosterImport.h"
#include "mlgo/support/Random.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

using namespace mlgo;

namespace {

/// A booster with one tree: column 1 < 2.5 ? 0.75 : (column 0 < -1 ? -0.5 : 3).
/// Node 3 has been pruned.
std::string
makeModel(const std::string &Conditions = "[2.5,7.5E-1,-1E0,9,-0.5,3]",
          const std::string &Right = "[2,-1,5,-1,-1,-1]",
          const std::string &Objective = "binary:logistic",
          const std::string &Base = "5E-1") {
  return "{\"learner\":{\"gradient_booster\":{\"model\":{\"trees\":[{"
         "\"left_children\":[1,-1,4,-1,-1,-1],\"right_children\":" +
         Right +
         ",\"split_indices\":[1,0,0,0,0,0],\"split_type\":[0,0,0,0,0,0],"
         "\"split_conditions\":" +
         Conditions + "}]}},\"learner_model_param\":{\"base_score\":\"" + Base +
         "\"},\"objective\":{\"name\":\"" + Objective + "\"}}}";
}

std::string messageOf(const Result<ImportedTrees> &Trees) {
  return Trees ? "no error" : Trees.error().message();
}

} // namespace

TEST_CASE("BoosterImport: thresholds separate the same integers") {
  CHECK(integerThreshold(0) == 0);
  CHECK(integerThreshold(0.5f) == 1);
  CHECK(integerThreshold(-0.5f) == 0);
  CHECK(integerThreshold(-1.5f) == -1);
  CHECK(integerThreshold(16777216) == 16777216);
  // 16777217 rounds down as a float, 16777219 up.
  CHECK(integerThreshold(16777218) == 16777218);
  CHECK(integerThreshold(16777220) == 16777219);
  CHECK(integerThreshold(1e30f) == INT64_MAX);
  CHECK(integerThreshold(-1e30f) == INT64_MIN);
  Random Numbers(3);
  for (int I = 0; I < 20000; ++I) {
    const float T = std::ldexp(static_cast<float>(Numbers.uniform() - 0.5),
                               static_cast<int>(Numbers.below(64)));
    const int64_t X = integerThreshold(T);
    CHECK(static_cast<float>(X) >= T);
    CHECK(static_cast<float>(X - 1) < T);
  }
}

TEST_CASE("BoosterImport: converts trees and leaves out what is pruned") {
  auto Imported = importBooster(makeModel(), 1, 2);
  REQUIRE(Imported);
  CHECK(Imported->FractionBits == 24);
  REQUIRE(Imported->Trees.Trees.size() == 1);
  const TreeEnsemble::Tree &Tree = Imported->Trees.Trees[0];
  REQUIRE(Tree.size() == 5);
  CHECK(Tree[0].Input == 1);
  CHECK(Tree[0].Threshold == 3);
  CHECK(Tree[Tree[0].Left].Input == -1);
  CHECK(Tree[Tree[0].Left].Value == 3 << 22);
  const TreeNode &Inner = Tree[Tree[0].Right];
  CHECK(Inner.Input == 0);
  CHECK(Inner.Threshold == -1);
  CHECK(Tree[Inner.Left].Value == -(1 << 23));
  CHECK(Tree[Inner.Right].Value == 3 << 24);
  CHECK(Imported->Trees.Base == 0);
  CHECK(Imported->margin(3 << 22) == 0.75);
}

TEST_CASE("BoosterImport: equal leaves become one") {
  // The right subtree decides nothing; what is left keeps its order.
  auto Inner = importBooster(makeModel("[2.5,0.75,-1,9,3,3]"), 1, 2);
  REQUIRE(Inner);
  const TreeEnsemble::Tree &Tree = Inner->Trees.Trees[0];
  REQUIRE(Tree.size() == 3);
  CHECK(Tree[0].Input == 1);
  CHECK(Tree[Tree[0].Left].Value == 3 << 22);
  CHECK(Tree[Tree[0].Right].Input == -1);
  CHECK(Tree[Tree[0].Right].Value == 3 << 24);
  // Equal only once they are rounded; then the whole tree is.
  auto Whole = importBooster(makeModel("[2.5,0,-1,9,1e-9,-1e-9]"), 1, 2);
  REQUIRE(Whole);
  REQUIRE(Whole->Trees.Trees[0].size() == 1);
  CHECK(Whole->Trees.Trees[0][0].Input == -1);
  CHECK(Whole->Trees.Trees[0][0].Value == 0);
}

TEST_CASE("BoosterImport: large leaves have fewer fraction bits") {
  auto Imported =
      importBooster(makeModel("[2.5,100000,-1,9,-0.5,3]", "[2,-1,5,-1,-1,-1]",
                              "reg:squarederror", "-2.5E1"),
                    1, 2);
  REQUIRE(Imported);
  CHECK(Imported->FractionBits == 13);
  CHECK(Imported->Trees.Base == -25 * 8192);
  auto Logistic =
      importBooster(makeModel("[2.5,1,-1,9,-0.5,3]", "[2,-1,5,-1,-1,-1]",
                              "binary:logistic", "0.25"),
                    1, 2);
  REQUIRE(Logistic);
  CHECK(Logistic->margin(Logistic->Trees.Base) == Approx(std::log(1. / 3)));
}

TEST_CASE("BoosterImport: refuses what is not such a booster") {
  CHECK(messageOf(importBooster("{", 1, 2)) ==
        "no XGBoost model, expected JSON with trees");
  CHECK(messageOf(importBooster("[]", 1, 2)) ==
        "no XGBoost model, expected JSON with trees");
  CHECK(messageOf(importBooster(makeModel(), 2, 2)) ==
        "booster has 1 trees, expected 2");
  CHECK(messageOf(importBooster(makeModel(), 1, 1)) ==
        "booster: tree 0: node 0 does not compare one of 1 numeric features");
  CHECK(messageOf(importBooster(makeModel("[1,2]"), 1, 2)) ==
        "booster: tree 0: arrays are empty or not of one length");
  CHECK(messageOf(importBooster(makeModel("[1,2,3,4,5,\"6\"]"), 1, 2)) ==
        "booster: tree 0: arrays are missing or not numbers");
  CHECK(messageOf(importBooster(makeModel("[2.5,1e50,-1,9,-0.5,3]"), 1, 2)) ==
        "booster: tree 0: node 1 is not finite");
  // Node 2's right child is node 0, and one that is not there.
  CHECK(messageOf(
            importBooster(makeModel("[2.5,1,-1,9,-0.5,3]", "[2,-1,0,-1,-1,-1]"),
                          1, 2))
            .find("is not in a tree") != std::string::npos);
  CHECK(messageOf(importBooster(
            makeModel("[2.5,1,-1,9,-0.5,3]", "[2,-1,66,-1,-1,-1]"), 1, 2)) ==
        "booster: tree 0: node 66 is not in a tree");
  CHECK(messageOf(importBooster(
            makeModel("[2.5,1,-1,9,-0.5,3]", "[2,-1,5,-1,-1,-1]", "rank:map"),
            1, 2)) ==
        "booster has objective 'rank:map' and base score '5E-1', which are "
        "not known");
}
