// Tests of ExecutionCounts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ExecutionCounts.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const std::string File = "desc: D1 cache: 32768 B, 64 B, 8-way associative\n"
                         "cmd: ./program\n"
                         "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n"
                         "fl=???\n"
                         "fn=main\n"
                         "0 9 1 1 4 1 1 2 0 0\n"
                         "summary: 1000 10 9 300 8 7 150 6 5\n";

} // namespace

TEST_CASE("ExecutionCounts: sums are read by the events' names") {
  auto Counts = parseExecutionCounts(File);
  REQUIRE(Counts);
  CHECK(Counts->Instructions == 1000);
  CHECK(Counts->Reads == 300);
  CHECK(Counts->Writes == 150);
  Counts = parseExecutionCounts("events: Dw Ir Dr\nsummary: 1 2 3\n");
  REQUIRE(Counts);
  CHECK(Counts->Instructions == 2);
  CHECK(Counts->Reads == 3);
  CHECK(Counts->Writes == 1);
}

TEST_CASE("ExecutionCounts: a file without the sums is an error") {
  auto Counts = parseExecutionCounts("");
  REQUIRE_FALSE(Counts);
  CHECK(Counts.error().message() == "cachegrind output: 0 sums for 0 events, "
                                    "expected as many and at least one");
  Counts = parseExecutionCounts("events: Ir\nsummary: 5\n");
  REQUIRE_FALSE(Counts);
  CHECK(Counts.error().message() == "cachegrind output: no sum of event Dr");
  for (const char *Bad :
       {"events: Ir Dr Dw\nsummary: 1 2\n",
        "events: Ir Dr Dw\nsummary: 1 2 x\n",
        "events: Ir Dr Dw\nsummary: 1 -2 3\n",
        "events: Ir Dr Dw\nsummary: 1 2 99999999999999999999"})
    CHECK_FALSE(parseExecutionCounts(Bad));
  // Cut short, the last sum is another or the file is refused.
  for (size_t Length = 0; Length + 30 < File.size(); ++Length)
    CHECK_FALSE(parseExecutionCounts(File.substr(0, Length)));
}

TEST_CASE("ExecutionCounts: functions of one name are counted together") {
  CountsByFunction Counts;
  REQUIRE(addFunctionCounts("cmd: a\nevents: Ir Dr Dw\nfl=a.c\nfn=f\n3 5 2 1\n"
                            "9 1 0 0\nfl=b.c\nfn=g\n0 7 1 1\nfl=c.c\nfn=f\n"
                            "0 4 3 2\nsummary: 17 6 4\n",
                            Counts));
  REQUIRE(addFunctionCounts(File, Counts));
  REQUIRE(Counts.size() == 3);
  CHECK(Counts["f"].Instructions == 10);
  CHECK(Counts["f"].Reads == 5);
  CHECK(Counts["f"].Writes == 3);
  CHECK(Counts["g"].Instructions == 7);
  CHECK(Counts["main"].Reads == 4);
}

TEST_CASE("ExecutionCounts: functions of a file that is cut off are an error") {
  CountsByFunction Counts;
  CHECK_FALSE(addFunctionCounts("", Counts));
  CHECK_FALSE(addFunctionCounts("events: Ir Dr\n", Counts));
  auto Cut = addFunctionCounts("events: Ir Dr Dw\nfn=f\n3 5 2\n", Counts);
  REQUIRE_FALSE(Cut);
  CHECK(Cut.error().message() ==
        "cachegrind output: line '3 5 2', expected 4 numbers");
  CHECK_FALSE(addFunctionCounts("events: Ir Dr Dw\nfn=f\n3 5 x 1\n", Counts));
}

TEST_CASE("ExecutionCounts: add up") {
  ExecutionCounts Sum{1, 2, 3};
  Sum += {10, 20, 30};
  CHECK(Sum.Instructions == 11);
  CHECK(Sum.Reads == 22);
  CHECK(Sum.Writes == 33);
}
