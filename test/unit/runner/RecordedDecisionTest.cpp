// Tests of RecordedDecision
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/RecordedDecision.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("RecordedDecision: reads what a plugin recorded") {
  const auto Calls = parseRecordedDecisions(
      InlineDecisions::header() +
      "1\tf@a%20b.c\tg\tg#0\tcost_estimate=-35 inlining_default=1\n"
      "# another module\n"
      "0\tf\tg\tg#1\n"
      "1\tf\th\th#0/g#1\tcost_estimate=10\tasked\n");
  REQUIRE(Calls);
  REQUIRE(Calls->size() == 2);
  const RecordedDecision &First = (*Calls)[0], &Last = (*Calls)[1];
  CHECK(First.Site.Caller == "f@a b.c");
  CHECK(First.Inlined);
  CHECK(!First.WasAsked);
  CHECK(First.stockInlines());
  CHECK(First.input("cost_estimate") == -35);
  CHECK(First.input("no_such") == 0);
  CHECK(Last.WasAsked);
  CHECK(!Last.stockInlines());
  CHECK(Last.Site.Path == "h#0/g#1");
}

TEST_CASE("RecordedDecision: tells stock from what a policy corrects") {
  const auto Calls = parseRecordedDecisions(
      InlineDecisions::header() +
      "1\tf\tg\tg#0\tinlining_default=1\tasked\tstock=0\n"
      "0\tf\tg\tg#1\tcost_estimate=1\t\tstock=1\n");
  REQUIRE(Calls);
  REQUIRE(Calls->size() == 2);
  CHECK((*Calls)[0].WasAsked);
  CHECK((*Calls)[0].heuristicInlines());
  CHECK(!(*Calls)[0].stockInlines());
  CHECK(!(*Calls)[1].WasAsked);
  CHECK(!(*Calls)[1].heuristicInlines());
  CHECK((*Calls)[1].stockInlines());
}

TEST_CASE("RecordedDecision: names what is wrong") {
  const auto Bad = parseRecordedDecisions(InlineDecisions::header() +
                                          "1\tf\tg\tg#0\tcost=1 depth\n");
  REQUIRE(!Bad);
  CHECK(Bad.error().message() ==
        "inline decisions: line 2: found 'depth' among the inputs, expected "
        "name=value");
  CHECK(!parseRecordedDecisions("no header\n"));
}
