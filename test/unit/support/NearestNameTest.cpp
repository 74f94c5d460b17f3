// Tests of NearestName.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/NearestName.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("NearestName: letters that are missing, too many or exchanged",
          "[support][nearestname]") {
  const std::vector<std::string> Names = {"--level", "--jobs", "--labels"};
  CHECK(findNearestName("--levle", Names) == "--level");
  CHECK(findNearestName("--leve", Names) == "--level");
  CHECK(findNearestName("--jobbs", Names) == "--jobs");
  CHECK(findNearestName("--level", Names) == "--level");
}

TEST_CASE("NearestName: nothing is near", "[support][nearestname]") {
  CHECK(findNearestName("--quite-other", {"--level", "--jobs"}).empty());
  CHECK(findNearestName("", {"a"}).empty());
  CHECK(findNearestName("a", {}).empty());
}
