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

TEST_CASE("BestSets: the smallest, of equals the first, else the base",
          "[gate]") {
  BestSets Best({{"f", unit(100)}, {"g", unit(50)}, {"h", unit(10)}},
                {{"h", set({5})}}, 0);
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
  CHECK(Best.with(set({6})).lookup("h") == set({5, 6}));
  CHECK(sumBytes(Best.object()) == 90 + 49 + 10);
  CHECK(Best.drop("g"));
  CHECK_FALSE(Best.drop("g"));
  CHECK_FALSE(Best.drop("h"));
  CHECK(Best.choices().size() == 1);
  CHECK(sumBytes(Best.object()) == 90 + 50 + 10);
}

TEST_CASE("BestSets: sets are tried beside what is best", "[gate]") {
  BestSets Best({{"f", unit(100)}, {"g", unit(50)}},
                {{"g", set({7})}, {"inlined", set({8})}}, 0);
  Best.learn({{"f", unit(90)}, {"g", unit(50)}}, Best.with(set({1})));
  const GateChoices Next = Best.with(set({2}));
  CHECK(Next.lookup("f") == set({1, 2}));
  CHECK(Next.lookup("g") == set({2, 7}));
  CHECK_FALSE(Next.contains("inlined"));
  Best.learn({{"f", unit(95)}, {"g", unit(40)}}, Next);
  CHECK(Best.choices().lookup("f") == set({1}));
  CHECK(Best.choices().lookup("g") == set({2, 7}));
}

TEST_CASE("BestSets: what is slower than allowed is not taken", "[gate]") {
  BestSets Best({{"f", unit(100, 1000)}}, {}, 2);
  Best.learn({{"f", unit(50, 1021)}}, Best.with(set({1})));
  CHECK(Best.empty());
  Best.learn({{"f", unit(99, 1020)}}, Best.with(set({2})));
  CHECK(Best.choices().lookup("f") == set({2}));
  // What is smaller beside it may execute as much, and no more.
  Best.learn({{"f", unit(80, 1021)}}, Best.with(set({3})));
  CHECK(Best.choices().lookup("f") == set({2}));
}

TEST_CASE("BestSets: callers are to know as much as without trials", "[gate]") {
  MeasuredFunction Keeps = unit(100), Changes = unit(50), Small = unit(60);
  Keeps.Kept = Small.Kept = "3";
  Changes.Kept = "1";
  BestSets Best({{"f", Keeps}}, {}, 0);
  Best.learn({{"f", Changes}}, Best.with(set({1})));
  CHECK(Best.empty());
  Best.learn({{"f", Small}}, Best.with(set({2})));
  CHECK(Best.choices().lookup("f") == set({2}));
}

TEST_CASE("BestSets: what calls where the base jumps is not taken", "[gate]") {
  MeasuredFunction Jumps = unit(100), Calls = unit(50);
  Jumps.Calls["next"] = {0, 1};
  Calls.Calls["next"] = {1, 0};
  const MeasuredObject Base = {{"f", Jumps}}, Trial = {{"f", Calls}};
  BestSets Best(Base, {}, 0);
  Best.learn(Trial, Best.with(set({1})));
  CHECK(Best.empty());
  CHECK(findGrown(Base, Trial) == std::vector<std::string>{"f"});
  CHECK(findGrown(Base, Base).empty());
}
