// Tests of AllocationCounts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvictionSession.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("Eviction counts are one line", "[regalloc]") {
  EvictionCounts S;
  S.Functions = 1;
  S.Decisions = 7;
  S.Evicted = 6;
  S.Differ = 5;
  S.Abstained = 4;
  S.Clamped = 3;
  S.Stock = 2;
  S.Reassigned = 9;
  S.SavedBytes = -8;
  S.Score = 37.6;
  CHECK(formatCounts(S) ==
        "functions=1 decisions=7 evicted=6 guarded=0 reassigned=9 saved=-8 "
        "differ=5 abstained=4 clamped=3 stock=2 score=37.600000");
}
