// Tests of CallCounts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallCounts.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("CallCounts: calls in place of jumps are found", "[gate]") {
  const CallCounts Was = {{"next", {1, 2}}, {"other", {1, 0}}};
  CHECK(keepsJumps("f", Was, Was));
  CHECK(keepsJumps("f", Was, {}));
  // Two calls may become one, and one two, but not one of those to next.
  CHECK(keepsJumps("f", Was, {{"next", {0, 1}}, {"other", {3, 0}}}));
  CHECK_FALSE(keepsJumps("f", Was, {{"next", {2, 1}}}));
  // A loop, no call to itself.
  CHECK_FALSE(keepsJumps("f", Was, {{"f", {1, 0}}}));
  CHECK(keepsJumps("f", {{"f", {1, 0}}}, {{"f", {1, 0}}}));
  // Whom it jumps to may be called through a pointer.
  CHECK_FALSE(keepsJumps("f", Was, {{"", {1, 0}}}));
  CHECK(keepsJumps("f", {{"other", {1, 0}}}, {{"", {1, 0}}}));
}
