// Tests of GateChoice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateChoice.h"

#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

using Chosen = std::map<std::string, size_t>;

MeasuredUnit
unit(uint64_t Bytes,
     std::vector<std::pair<std::string, uint64_t>> Constants = {}) {
  return {Bytes, std::move(Constants)};
}

} // namespace

TEST_CASE("GateChoice: the smallest, of equals the first, else stock",
          "[gate]") {
  const MeasuredObject Stock = {
      {"f", unit(100)}, {"g", unit(50)}, {"h", unit(10)}};
  const std::vector<MeasuredObject> Trials = {
      {{"f", unit(90)}, {"g", unit(50)}, {"h", unit(12)}},
      {}, // This one failed.
      {{"f", unit(80)}, {"g", unit(49)}, {"only here", unit(1)}},
      {{"f", unit(80)}, {"g", unit(49)}},
  };
  CHECK(chooseTrials(Stock, Trials) == Chosen{{"f", 2}, {"g", 2}});
  CHECK(findGrown(Stock, Trials[0]) == std::vector<std::string>{"h"});
  CHECK(findGrown(Stock, Trials[2]).empty());
}

TEST_CASE("GateChoice: constants count where they come or go", "[gate]") {
  const MeasuredObject Stock = {{"f", unit(100, {{"own", 16}, {"shared", 8}})},
                                {"g", unit(100, {{"shared", 8}})}};
  CHECK(sumBytes(Stock) == 224);
  // Code of the same size without a constant that nobody else has.
  CHECK(chooseTrials(Stock, {{{"f", unit(100, {{"shared", 8}})}}}) ==
        Chosen{{"f", 0}});
  // The other still has it.
  CHECK(chooseTrials(Stock, {{{"f", unit(100, {{"own", 16}})}}}).empty());
  // A new one is larger than what the code saves.
  CHECK(chooseTrials(Stock, {{{"g", unit(95, {{"shared", 8}, {"new", 8}})}}})
            .empty());
  CHECK(findGrown(Stock, {{"g", unit(95, {{"new", 8}})}}) ==
        std::vector<std::string>{"g"});
}

TEST_CASE("GateChoice: an object's constants are known by their name",
          "[gate]") {
  ObjectUnits Units;
  LinkUnit &F = Units["f"];
  F.Size = 30;
  F.Defines = {"f"};
  F.Uses = {".rodata.cst16:16:1", "elsewhere"};
  LinkUnit &Constant = Units[".rodata.cst16:16:1"];
  Constant.Size = 16;
  Constant.IsWeak = Constant.IsHidden = true;
  Constant.Defines = {".rodata.cst16:16:1"};
  const MeasuredObject Object = measureObject(Units);
  REQUIRE(Object.size() == 1);
  CHECK(Object.at("f").Bytes == 30);
  CHECK(Object.at("f").Constants.size() == 1);
  CHECK(sumBytes(Object) == 46);
}
