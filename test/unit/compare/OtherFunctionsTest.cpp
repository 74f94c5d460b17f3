// Tests of OtherFunctions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/OtherFunctions.h"
#include "compare/OtherReport.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const BuildFunctions Stock = {{{"a", 90}, {"b", 50}, {"inlined", 30}}, {}};
const BuildFunctions Variant = {{{"a", 80},
                                 {"b", 50},
                                 {"OUTLINED_FUNCTION_0", 4},
                                 {"OUTLINED_FUNCTION_1", 5},
                                 {"mlgo.outlined", 2},
                                 {"mlgo.outlined.7", 1}},
                                {}};
const BuildFunctions Other = {{{"a", 40},
                               {"a.cold", 10},
                               {"b", 55},
                               {"c.part.0", 7},
                               {".hidden", 200},
                               {"inlined.constprop.0", 20}},
                              {}};

} // namespace

TEST_CASE("OtherFunctions: parts and copies count as their function") {
  const OtherFunctions Found = compareFunctions(Stock, Variant, Other);
  REQUIRE(Found.Larger.size() == 1);
  CHECK(Found.Larger[0].Name == "a");
  CHECK(Found.Larger[0].Stock == 90);
  CHECK(Found.Larger[0].Variant == 80);
  CHECK(Found.Larger[0].Other == 50);
}

TEST_CASE("OtherFunctions: what only one has is apart") {
  const OtherFunctions Found = compareFunctions(Stock, Variant, Other);
  CHECK(Found.OnlyVariant.Count == 2);
  CHECK(Found.OnlyVariant.Bytes == 12);
  CHECK(Found.OnlyOther.Count == 3);
  CHECK(Found.OnlyOther.Bytes == 227);
  REQUIRE(Found.OnlyOther.Largest.size() == 3);
  CHECK(Found.OnlyOther.Largest[0].Name == ".hidden");
  CHECK(Found.OnlyOther.Largest[1].Stock == 30);
}

TEST_CASE("OtherFunctions: five at most, the largest difference first") {
  BuildFunctions Ours, Theirs;
  for (uint64_t I = 1; I < 9; ++I) {
    Ours.Sizes["f" + std::to_string(I)] = 100 + I * I;
    Theirs.Sizes["f" + std::to_string(I)] = 100;
  }
  const OtherFunctions Found = compareFunctions({}, Ours, Theirs);
  REQUIRE(Found.Larger.size() == 5);
  CHECK(Found.Larger[0].Name == "f8");
  CHECK(Found.Larger[4].Name == "f4");
}

TEST_CASE("OtherFunctions: what one of them inlines counts as its caller") {
  BuildFunctions Theirs = Other, Ours = Variant;
  // Two deep, the inner one calling itself; and what two functions call.
  Theirs.Callers = {{"inlined.constprop.0", {"c.part.0", "inlined"}},
                    {"c.part.0", {"a.cold"}},
                    {".hidden", {"a", "b"}}};
  Ours.Callers = {{"OUTLINED_FUNCTION_0", {"a", "b"}},
                  {"mlgo.outlined", {"mlgo.outlined.7", "b"}}};
  const OtherFunctions Found = compareFunctions(Stock, Ours, Theirs);
  REQUIRE(Found.Larger.size() == 1);
  CHECK(Found.Larger[0].Stock == 90 + 30);
  CHECK(Found.Larger[0].Variant == 80);
  CHECK(Found.Larger[0].Other == 50 + 7 + 20);
  CHECK(Found.Larger[0].With == std::vector<std::string>{"c", "inlined"});
  CHECK(Found.OnlyOther.Count == 1);
  CHECK(Found.OnlyVariant.Count == 1);
  // Nobody else calls these.
  Theirs.Callers = {{"c.part.0", {"inlined.constprop.0"}},
                    {"inlined.constprop.0", {"c.part.0"}}};
  CHECK(compareFunctions(Stock, Ours, Theirs).OnlyOther.Count == 3);
}

TEST_CASE("OtherFunctions: the table says what is missing where") {
  OtherFunctions Found = compareFunctions({}, Variant, Other);
  Found.Package = "p";
  Found.Program = "q";
  const std::string Table = functionTable("gcc 12", {Found});
  for (const char *Words :
       {"where gcc 12 has smaller code, its functions:\np/q ",
        "      50        -       80        +30  a\n",
        "only the variant's: 2 functions, 12 bytes, which the other merges "
        "or inlines in several places; largest: OUTLINED_FUNCTION (9), "
        "mlgo.outlined (3)",
        "only the other's: 3 functions, 227 bytes, which the variant merges"})
    CHECK_THAT(Table, Catch::Contains(Words));
  CHECK(functionTable("gcc 12", {}).empty());
  const OrderedJSON Root = functionsAsJSON({Found});
  CHECK(Root[0]["larger"][0]["bytes"] == 50);
  CHECK(Root[0]["only_other"]["functions"] == 3);
}
