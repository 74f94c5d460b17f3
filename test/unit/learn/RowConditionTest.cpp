// Tests of RowCondition
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/RowCondition.h"
#include "SyntheticData.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

bool reads(const char *Text, int64_t Low, int64_t High) {
  const auto C = RowCondition::parse(Text);
  return C && C->Feature == "c" && C->Low == Low && C->High == High;
}

} // namespace

TEST_CASE("RowCondition: a value, or a range that may be open") {
  CHECK(reads("c=7", 7, 7));
  CHECK(reads("c=-7..20", -7, 20));
  CHECK(reads("c=7..", 7, INT64_MAX));
  CHECK(reads("c=..7", INT64_MIN, 7));
  for (const char *Text : {"", "c", "c=", "=7", "c=..", "c=x", "c=7x", "c=9..7",
                           "c=1..2..3", "c=99999999999999999999"})
    CHECK(RowCondition::parse(Text).error().message() ==
          "condition is '" + std::string(Text) +
              "', expected FEATURE=VALUE or FEATURE=LOW..HIGH, in numbers");
}

TEST_CASE("RowCondition: rows for which all conditions hold stay") {
  Dataset Data = makeTable(400);
  for (size_t I = 0; I < 400; ++I) {
    Data.DeltaSizes.push_back(float(I));
    Data.Confidences.push_back(1);
  }
  const Dataset All = Data;
  CHECK_FALSE(keepRows(Data, {{"d", 0, 1}}));
  CHECK_FALSE(keepRows(Data, {{"a", 101, INT64_MAX}}));
  REQUIRE(Data.size() == All.size());
  REQUIRE(keepRows(Data, {{"a", 10, 50}, {"inlining_default", 0, 0}}));
  size_t Kept = 0;
  for (size_t I = 0; I < All.size(); ++I) {
    if (All.row(I)[0] < 10 || All.row(I)[0] > 50 || All.row(I)[3])
      continue;
    REQUIRE(Kept < Data.size());
    for (int J = 0; J < 4; ++J)
      CHECK(Data.row(Kept)[J] == All.row(I)[J]);
    CHECK(Data.DeltaSizes[Kept] == float(I));
    CHECK(Data.ProgramOf[Kept] == All.ProgramOf[I]);
    ++Kept;
  }
  CHECK(Kept > 10);
  CHECK(Kept == Data.size());
  CHECK(Data.Values.size() == 4 * Kept);
  CHECK(Data.Confidences.size() == Kept);
}

TEST_CASE("RowCondition: several, with commas between") {
  const auto All = RowCondition::parseAll("a=1..,b=2");
  REQUIRE(All);
  REQUIRE(All->size() == 2);
  CHECK((*All)[0].Low == 1);
  CHECK((*All)[1].Feature == "b");
  for (const char *Text : {"", "a=1,", ",a=1", "a=1,,b=2"})
    CHECK_FALSE(RowCondition::parseAll(Text));
}

TEST_CASE("RowCondition: rows for which all conditions hold go") {
  Dataset Data = makeTable(400);
  Dataset Others = Data;
  const std::vector<RowCondition> Conditions = {{"a", 10, 50},
                                                {"inlining_default", 0, 0}};
  REQUIRE(dropRows(Data, Conditions));
  REQUIRE(keepRows(Others, Conditions));
  CHECK(Data.size() + Others.size() == 400);
  for (size_t Row = 0; Row < Data.size(); ++Row) {
    const int32_t *Values = Data.row(Row);
    CHECK((Values[0] < 10 || Values[0] > 50 || Values[3]));
  }
  CHECK_FALSE(dropRows(Data, {{"a", INT64_MIN, INT64_MAX}}));
}
