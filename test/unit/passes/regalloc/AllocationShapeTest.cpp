// Tests of AllocationShape
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationShape.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("AllocationShape: functions that a policy leaves to stock",
          "[regalloc]") {
  ModelScope Scope;
  CHECK(AllocationShape{1000000, 1000000, 0}.isServedBy(Scope));
  Scope.Limits["largest_block"] = 150;
  CHECK(AllocationShape{150, 1000000, 0}.isServedBy(Scope));
  CHECK_FALSE(AllocationShape{151, 151, 100}.isServedBy(Scope));
  Scope.Limits["instructions_per_call"] = 40;
  CHECK(AllocationShape{40, 40, 0}.isServedBy(Scope));
  CHECK_FALSE(AllocationShape{41, 41, 0}.isServedBy(Scope));
  CHECK(AllocationShape{41, 80, 1}.isServedBy(Scope));
  CHECK_FALSE(AllocationShape{41, 81, 1}.isServedBy(Scope));
  CHECK(checkLimits(Scope, AllocationShape::limits()));
}
