// Tests of BestSets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BestSets.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

MeasuredFunction unit(uint64_t Bytes, uint64_t Executed = 0) {
  return {Bytes, Executed, {}};
}

GateSet set(std::initializer_list<size_t> Passes) {
  GateSet Set;
  for (const size_t Pass : Passes)
    Set.set(Pass);
  return Set;
}

} // namespace

TEST_CASE("BestSets: the smallest, of equals the first, else stock", "[gate]") {
  const MeasuredObject Stock = {
      {"f", unit(100)}, {"g", unit(50)}, {"h", unit(10)}};
  BestSets Best(Stock, 0);
  CHECK(Best.empty());
  Best.learn({{"f", unit(90)}, {"g", unit(50)}, {"h", unit(12)}},
             Best.with(set({1})));
  Best.learn({}, Best.with(set({2}))); // This one failed.
  Best.learn({{"f", unit(90)}, {"g", unit(49)}, {"only here", unit(1)}},
             Best.with(set({3})));
  const GateChoices Found = Best.choices();
  CHECK(Found.size() == 2);
  CHECK(Found.lookup("f") == set({1}));
  CHECK(Found.lookup("g") == set({3}));
  CHECK(Best.drop("g"));
  CHECK_FALSE(Best.drop("g"));
  CHECK(Best.choices().size() == 1);
}

TEST_CASE("BestSets: sets are tried beside what is best", "[gate]") {
  const MeasuredObject Stock = {{"f", unit(100)}, {"g", unit(50)}};
  BestSets Best(Stock, 0);
  Best.learn({{"f", unit(90)}, {"g", unit(50)}}, Best.with(set({1})));
  const GateChoices Next = Best.with(set({2}));
  CHECK(Next.lookup("f") == set({1, 2}));
  CHECK(Next.lookup("g") == set({2}));
  Best.learn({{"f", unit(95)}, {"g", unit(40)}}, Next);
  CHECK(Best.choices().lookup("f") == set({1}));
  CHECK(Best.choices().lookup("g") == set({2}));
}

TEST_CASE("BestSets: what is slower than allowed is not taken", "[gate]") {
  const MeasuredObject Stock = {{"f", unit(100, 1000)}};
  BestSets Best(Stock, 2);
  Best.learn({{"f", unit(50, 1021)}}, Best.with(set({1})));
  CHECK(Best.empty());
  Best.learn({{"f", unit(99, 1020)}}, Best.with(set({2})));
  CHECK(Best.choices().lookup("f") == set({2}));
}

TEST_CASE("BestSets: a policy is guarded by itself", "[gate]") {
  const MeasuredObject Stock = {{"f", unit(100, 1000)}};
  BestSets Best(Stock, 2);
  Best.learnPolicy({{"f", unit(90, 1100)}}, Best.with(set({1})));
  CHECK(Best.choices().lookup("f") == set({1}));
  // What is smaller beside it may execute as much, and no more.
  Best.learn({{"f", unit(80, 1101)}}, Best.with(set({2})));
  CHECK(Best.choices().lookup("f") == set({1}));
  Best.learn({{"f", unit(80, 1100)}}, Best.with(set({2})));
  CHECK(Best.choices().lookup("f") == set({1, 2}));
}

TEST_CASE("BestSets: what calls where stock jumps is not taken", "[gate]") {
  MeasuredFunction Jumps = unit(100), Calls = unit(50);
  Jumps.Calls["next"] = {0, 1};
  Calls.Calls["next"] = {1, 0};
  const MeasuredObject Stock = {{"f", Jumps}}, Trial = {{"f", Calls}};
  BestSets Best(Stock, 0);
  Best.learn(Trial, Best.with(set({1})));
  CHECK(Best.empty());
  CHECK(findGrown(Stock, Trial) == std::vector<std::string>{"f"});
  CHECK(findGrown(Stock, Stock).empty());
}
