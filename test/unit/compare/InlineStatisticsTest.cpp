// Tests of InlineStatistics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/InlineStatistics.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("InlineStatistics: lines are summed") {
  auto Sum = sumInlineStatistics(
      "mlgo-inline-stats module=a.c decisions=12 inlined=7 differ=2 "
      "abstained=1\n"
      "mlgo-inline-stats module=dir with blank/b=c decisions=3.cpp "
      "decisions=30 inlined=20 differ=10 abstained=0\n"
      "mlgo-inline-stats module= decisions=0 inlined=0 differ=0 abstained=0\n");
  REQUIRE(Sum);
  CHECK(Sum->Modules == 3);
  CHECK(Sum->Decisions == 42);
  CHECK(Sum->Inlined == 27);
  CHECK(Sum->Differ == 12);
  CHECK(Sum->Abstained == 1);
  CHECK(sumInlineStatistics("")->Modules == 0);
}

TEST_CASE("InlineStatistics: counts of later plugins are passed over") {
  auto Sum = sumInlineStatistics("mlgo-inline-stats module=a.c decisions=5 "
                                 "inlined=4 differ=1 abstained=0 replayed=9");
  REQUIRE(Sum);
  CHECK(Sum->Decisions == 5);
  CHECK(Sum->Inlined == 4);
  CHECK(Sum->Differ == 1);
}

TEST_CASE("InlineStatistics: foreign and broken lines are named") {
  const std::string Good =
      "mlgo-inline-stats module=a decisions=1 inlined=1 differ=0 abstained=0\n";
  auto Foreign = sumInlineStatistics(Good + "something else\n");
  REQUIRE_FALSE(Foreign);
  CHECK(Foreign.error().message() ==
        "inline statistics: line 2 starts with 'something else', expected "
        "'mlgo-inline-stats module='");
  for (const char *Line :
       {"mlgo-inline-stats module=a", "mlgo-inline-stats module=a inlined=1",
        "mlgo-inline-stats module=a decisions=x inlined=1",
        "mlgo-inline-stats module=a decisions=99999999999999999999999",
        "mlgo-inline-stats module=a decisions=-1"}) {
    auto Broken = sumInlineStatistics(Line);
    INFO(Line);
    REQUIRE_FALSE(Broken);
    CHECK(Broken.error().message() ==
          "inline statistics: line 1 has no number of decisions");
  }
}
