// Tests of PassEffort
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/PassEffort.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("PassEffort: lines are of functions, and empty ones of none") {
  const auto ByFunction = groupPassDecisions("# mlgo-gate-decisions 1\n"
                                             "0\tf\tgvn\t0\n\n"
                                             "0\tg@a.c\tlicm\t1\n"
                                             "0\tf\tdse\t0\n");
  CHECK(ByFunction == std::map<std::string, std::string>{
                          {"f", "0\tf\tgvn\t0\n0\tf\tdse\t0\n"},
                          {"g@a.c", "0\tg@a.c\tlicm\t1\n"}});
  CHECK(groupPassDecisions("").empty());
  CHECK(groupPassDecisions("\n").empty());
}
