// Tests of OtherReport
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/OtherReport.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

LinkedSizes make(const char *Program, bool IsCxx, uint64_t Stock,
                 uint64_t Variant, uint64_t Other) {
  LinkedSizes Sizes = {"p", Program, languageOf(IsCxx), Stock, Variant, {}, {}};
  Sizes.Stock.Text = Sizes.Stock.Code = Stock;
  Sizes.Variant.Text = Sizes.Variant.Code = Variant;
  Sizes.Other.Text = Sizes.Other.Code = Other;
  return Sizes;
}

const std::vector<LinkedSizes> All = {make("level", false, 120, 100, 100),
                                      make("behind", false, 130, 121, 100),
                                      make("ahead", true, 90, 80, 100)};

} // namespace

TEST_CASE("OtherReport: where the other is ahead comes first") {
  const auto Columns = parseSizeColumns("code");
  REQUIRE(Columns);
  const std::string Table = otherTable("gcc 12", All, *Columns);
  CHECK(Table.rfind("beside gcc 12:\n", 0) == 0);
  CHECK(Table.find("behind") < Table.find("level"));
  CHECK(Table.find("level") < Table.find("ahead"));
  CHECK(Table.find("C    total: variant +10.00% (larger: 1 of 2), stock "
                   "+24.90% (larger: 2 of 2)") != Table.npos);
  CHECK(Table.find("C++  code: variant -20.00% (larger: 0 of 1), stock "
                   "-10.00% (larger: 0 of 1)") != Table.npos);
}

TEST_CASE("OtherReport: without another compiler there is no table") {
  CHECK(otherTable("", All, {}).empty());
  CHECK(otherTable("gcc 12", {}, {}).empty());
}

TEST_CASE("OtherReport: names of functions are cut to what a line holds") {
  OtherFunctions Program;
  Program.Larger = {{std::string(1000, 'f'), 3, 2, 1, {}}};
  for (char Name = 'a'; Name < 'h'; ++Name)
    Program.Larger[0].With.push_back(std::string(1, Name));
  const std::string Table = functionTable("gcc 12", {Program});
  CHECK(Table.find(std::string(77, 'f') +
                   "..., with a, b, c, d, e and 2 more\n") != Table.npos);
  CHECK(Table.find(std::string(78, 'f')) == Table.npos);
}

TEST_CASE("OtherReport: JSON has the same numbers") {
  const OrderedJSON Root = otherAsJSON("gcc 12", All, {});
  CHECK(Root["compiler"] == "gcc 12");
  CHECK(Root["programs"][1]["bytes"] == 100);
  CHECK(Root["programs"][1]["change_percent"].get<double>() == Approx(21.0));
}
