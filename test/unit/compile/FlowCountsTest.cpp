// Tests of FlowCounts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/FlowCounts.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

std::vector<double> complete(const BlockGraph &Successors,
                             std::vector<double> Counts) {
  completeCounts(Successors, Counts);
  return Counts;
}

} // namespace

TEST_CASE("FlowCounts: branches, and what they come together to") {
  const BlockGraph Diamond = {{1, 2}, {3}, {3}, {}};
  CHECK(complete(Diamond, {10, 4, -1, -1}) ==
        std::vector<double>{10, 4, 6, 10});
  CHECK(complete(Diamond, {-1, 4, 6, -1}) == std::vector<double>{10, 4, 6, 10});
  // An edge that is there twice is one.
  CHECK(complete({{1, 1, 2}, {}, {}}, {10, 4, -1}) ==
        std::vector<double>{10, 4, 6});
}

TEST_CASE("FlowCounts: what enters a loop leaves it") {
  const BlockGraph Loop = {{1}, {2, 3}, {1}, {}};
  CHECK(complete(Loop, {-1, 80, 70, -1}) ==
        std::vector<double>{10, 80, 70, 10});
  // A loop of one block, which may go round as often as it likes.
  const BlockGraph Self = {{1}, {1, 2}, {}};
  CHECK(complete(Self, {10, -1, -1}) == std::vector<double>{10, -1, 10});
  CHECK(complete(Self, {-1, 80, 10}) == std::vector<double>{10, 80, 10});
}

TEST_CASE("FlowCounts: the last exit, and blocks that hardly run") {
  // How often it is left by the second is not known, nor what that runs.
  const BlockGraph Exits = {{1, 2}, {2, 3}, {}, {}};
  CHECK(complete(Exits, {10, -1, 3, -1}) == std::vector<double>{10, -1, 3, 7});
  // All of 100 comes from the first, or 101 if the second, which also goes
  // elsewhere, goes there.
  const BlockGraph Joined = {{1, 2}, {3}, {3, 4}, {5}, {5}, {}};
  CHECK(complete(Joined, {101, 100, 1, -1, -1, -1})[3] == 100.5);
}

TEST_CASE("FlowCounts: what contradicts itself is left, or nothing") {
  CHECK(complete({{1, 2}, {}, {}}, {10, 14, -1}) ==
        std::vector<double>{10, 14, 0});
  CHECK(complete({{1}, {}}, {10, 14}) == std::vector<double>{10, 14});
  CHECK(complete({{1, 2}, {}, {}}, {10, -1, -1}) ==
        std::vector<double>{10, -1, -1});
  CHECK(complete({}, {}).empty());
}
