// Tests of Guard
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Guard.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

GuardedProgram make(const char *Name, uint64_t Before, uint64_t After) {
  GuardedProgram Program = {Name, {}};
  LinkedSizes &Sizes = Program.Sizes;
  Sizes.StockBytes = Sizes.Stock.Text = Sizes.Stock.Code = Before;
  Sizes.VariantBytes = Sizes.Variant.Text = Sizes.Variant.Code = After;
  return Program;
}

/// The message of the only check; empty: it is not broken.
std::string check(uint64_t Before, uint64_t After, const char *Rule) {
  const auto Checks =
      checkSizes({make("p", Before, After)}, {*parseSizeRule(Rule)}, {});
  REQUIRE(Checks.size() == 1);
  CHECK(Checks[0].IsBroken == !Checks[0].Message.empty());
  return Checks[0].Message;
}

void refuse(const char *Budget, const char *Words) {
  const auto Read = parseSizeBudget(Budget);
  REQUIRE_FALSE(Read);
  CHECK_THAT(Read.error().message(), Catch::Contains(Words));
}

} // namespace

TEST_CASE("Guard: rules") {
  const auto Rule = parseSizeRule(" tables>+ 0.5 %");
  CHECK_FALSE(Rule); // "+ 0.5" is no number.
  const auto Share = parseSizeRule(" tables>+0.5 %");
  REQUIRE(Share);
  CHECK(Share->IsPercent);
  CHECK(Share->Most == 0.5);
  CHECK(Share->Column.Bytes == &ProgramSize::Unwind);
  const auto Bytes = parseSizeRule("total > -12");
  REQUIRE(Bytes);
  CHECK_FALSE(Bytes->IsPercent);
  CHECK(Bytes->Most == -12);
}

TEST_CASE("Guard: growth in bytes and in %") {
  CHECK(check(1000, 1000, "total > 0").empty());
  CHECK(check(1000, 1001, "total > 0") ==
        "total: found 1001 bytes, +1 from 1000, expected at most +0 bytes");
  CHECK(check(1000, 1005, "code > 0.5%").empty());
  CHECK(check(1000, 1006, "code > 0.5%") ==
        "code: found 1006 bytes, +0.60% from 1000, expected at most +0.5%");
  CHECK(check(1000, 950, "code > -5%").empty());
  CHECK_FALSE(check(1000, 951, "code > -5%").empty());
  CHECK(check(0, 0, "code > 0%").empty());
  CHECK_THAT(check(0, 1, "code > 100%"), Catch::Contains("found 1 byte, all"));
  CHECK_THAT(check(1, 1, "stack > 0"), Catch::Contains("found no sizes"));
}

TEST_CASE("Guard: a budget of what is written is kept") {
  std::vector<GuardedProgram> Programs = {make("a", 9, 7), make("b/c", 9, 8)};
  Programs[1].Sizes.Variant.HasStack = true;
  Programs[1].Sizes.Variant.Stack = 40;
  const auto Columns = parseSizeColumns("stack,bss");
  REQUIRE(Columns);
  const SizeBudget Budget = makeSizeBudget(Programs, *Columns);
  CHECK(Budget.at("a").count("stack") == 0);
  CHECK(Budget.at("b/c").at("stack") == 40);
  const auto Again = parseSizeBudget(formatSizeBudget(Budget));
  REQUIRE(Again);
  CHECK(*Again == Budget);
  for (const SizeCheck &Check : checkSizes(Programs, {}, Budget)) {
    CHECK_FALSE(Check.IsBroken);
    CHECK(Check.Rule == "budget");
  }
  Programs[0].Sizes.Variant.Code = 8;
  Programs.pop_back();
  size_t Broken = 0;
  for (const SizeCheck &Check : checkSizes(Programs, {}, Budget))
    Broken += Check.IsBroken;
  // The code of one, and four numbers of what is gone.
  CHECK(Broken == 5);
}

TEST_CASE("Guard: what is no budget") {
  refuse("", "JSON object");
  refuse("[1]", "JSON object");
  refuse(R"({"a": 3})", "a: expected an object");
  refuse(R"({"a": {"b": 3}})", "a: column 'b'");
  refuse(R"({"a": {"code": -3}})", "a: code: found -3");
  refuse(R"({"a": {"code": 1e30}})", "expected a number of bytes");
  const auto Alias = parseSizeBudget(R"({"a": {"tables": 3}})");
  REQUIRE(Alias);
  CHECK(Alias->at("a").at("unwind") == 3);
}
