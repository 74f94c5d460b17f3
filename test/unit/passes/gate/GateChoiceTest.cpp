// Tests of GateChoice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateChoice.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

MeasuredFunction
unit(uint64_t Bytes,
     std::vector<std::pair<std::string, uint64_t>> Constants = {}) {
  return {Bytes, 0, std::move(Constants)};
}

} // namespace

TEST_CASE("GateChoice: functions that grow are found", "[gate]") {
  const MeasuredObject Stock = {
      {"f", unit(100)}, {"g", unit(50)}, {"h", unit(10)}};
  const MeasuredObject Trial = {
      {"f", unit(90)}, {"g", unit(50)}, {"h", unit(12)}, {"new", unit(7)}};
  CHECK(findGrown(Stock, Trial) == std::vector<std::string>{"h"});
  const GateCosts Costs(Stock);
  CHECK(Costs.change("f", Trial) == -10);
  CHECK(Costs.change("h", Trial) == 2);
  CHECK_FALSE(Costs.change("new", Trial));
  CHECK_FALSE(Costs.change("f", {}));
}

TEST_CASE("GateChoice: constants count where they come or go", "[gate]") {
  const MeasuredObject Stock = {{"f", unit(100, {{"own", 16}, {"shared", 8}})},
                                {"g", unit(100, {{"shared", 8}})}};
  CHECK(sumBytes(Stock) == 224);
  const GateCosts Costs(Stock);
  // Code of the same size without a constant that nobody else has.
  CHECK(Costs.change("f", {{"f", unit(100, {{"shared", 8}})}}) == -16);
  // The other still has it.
  CHECK(Costs.change("f", {{"f", unit(100, {{"own", 16}})}}) == 0);
  // A new one is larger than what the code saves.
  CHECK(Costs.change("g", {{"g", unit(95, {{"shared", 8}, {"new", 8}})}}) == 3);
  CHECK(findGrown(Stock, {{"g", unit(95, {{"new", 8}})}}) ==
        std::vector<std::string>{"g"});
}

TEST_CASE("GateChoice: what executes too much more is too slow", "[gate]") {
  const MeasuredFunction Was = {100, 1000, {}};
  CHECK(isFastEnough(Was, {90, 1050, {}}, 5));
  CHECK_FALSE(isFastEnough(Was, {90, 1051, {}}, 5));
  CHECK(isFastEnough(Was, {90, 900, {}}, 0));
  // Nothing is known.
  CHECK(isFastEnough({100, 0, {}}, {90, 5000, {}}, 0));
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
