// Tests of FunctionDecisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "task/FunctionDecisions.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {
std::string both(const FunctionDecisions &Decided) {
  std::string All;
  for (const ToldDecision &D : describe(Decided))
    All += D.Short + " | " + D.Text + "\n";
  return All;
}
} // namespace

TEST_CASE("FunctionDecisions: records say what was decided of a function",
          "[task][decisions]") {
  DecisionRecords Records;
  Records.ByTask["gate"] = "# mlgo-gate-decisions 1\n"
                           "0\tf@a%20b.c\tgvn\t0\n"
                           "0\tf@a%20b.c\tgvn\t1\n"
                           "0\tf@a%20b.c\tframe-pointer-elimination\t0\n"
                           "1\tf@a%20b.c\tlicm\t0\n";
  Records.ByTask["evict"] = "# mlgo-regalloc-decisions 1\n"
                            "g\t9\t9\t9\n"
                            "f@a%20b.c\t0\t6\t22\n"
                            "g\t1\t0\t0\n";
  const auto All = parseDecisions(Records);
  REQUIRE(All);
  REQUIRE(All->size() == 2);
  CHECK(both(All->at("f@a b.c")) ==
        "1 pass left out | passes left out: gvn\n"
        "frame pointer | frame pointer: kept in rbp, which stock leaves out; "
        "the unwind table is shorter\n"
        "6 registers, 22 bytes less | registers: 6 exchanged, 22 bytes less as "
        "modelled\n");
  // The last build's.
  CHECK(both(All->at("g")) == "1 eviction | evictions: 1 differ from LLVM's\n");
  CHECK(All->at("f@a b.c").count() == 8);
  Records.ByTask["evict"] = "nonsense\n";
  CHECK_FALSE(parseDecisions(Records));
  CHECK(parseDecisions({})->empty());
}

TEST_CASE("FunctionDecisions: namesakes count together", "[task][decisions]") {
  FunctionDecisions Sum = {{"gvn", "jump-tables"}, 0, 1, -1};
  Sum.add({{"licm", "gvn", "evictions-2"}, 0, 0, 0});
  CHECK(Sum.LeftOut.size() == 4);
  CHECK(both(Sum) ==
        "2 passes left out | passes left out: gvn, licm\n"
        "no jump tables | jump tables: left out; stock may make them of a "
        "switch\n"
        "1 register, 1 byte more | registers: 1 exchanged, 1 byte more as "
        "modelled\n");
  CHECK(describe(FunctionDecisions()).empty());
}
