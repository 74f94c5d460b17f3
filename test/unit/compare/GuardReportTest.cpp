// Tests of GuardReport
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/GuardReport.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const std::vector<SizeCheck> Checks = {
    {"good", "code", "code > 0", 7, false, ""},
    {"bad<\n:,%", "code", "budget", 9, true, "code: found 9, 50%"},
    {"gone\xff", "total", "budget", std::nullopt, true, "total: none"}};

} // namespace

TEST_CASE("GuardReport: a line for what is broken") {
  CHECK(brokenLines(Checks) ==
        "mlgo: too large: bad<\n:,%: code: found 9, 50%\n"
        "mlgo: too large: gone\xff: total: none\n");
  CHECK(brokenLines({Checks[0]}).empty());
}

TEST_CASE("GuardReport: names cannot end an annotation") {
  CHECK(brokenAnnotations({Checks[1]}) ==
        "::error title=bad<%0A%3A%2C%25 is too large::"
        "bad<%0A:,%25: code: found 9, 50%25\n");
}

TEST_CASE("GuardReport: JUnit counts and escapes") {
  const std::string Text = checksAsJUnit(Checks);
  for (const char *Words :
       {"tests=\"3\" failures=\"2\"",
        "<testcase classname=\"good\" name=\"code &gt; 0\" time=\"0\"/>",
        "classname=\"bad&lt; :,%\" name=\"budget of code\"",
        "<failure message=\"code: found 9, 50%\"/></testcase>",
        "classname=\"gone\xEF\xBF\xBD\""})
    CHECK_THAT(Text, Catch::Contains(Words));
}

TEST_CASE("GuardReport: JSON has bytes where they are known") {
  const OrderedJSON Root = checksAsJSON(Checks);
  CHECK(Root[0]["bytes"] == 7);
  CHECK_FALSE(Root[0].contains("message"));
  CHECK(Root[1]["broken"] == true);
  CHECK_FALSE(Root[2].contains("bytes"));
}
