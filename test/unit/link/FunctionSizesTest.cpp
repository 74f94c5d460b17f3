// Tests of FunctionSizes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/FunctionSizes.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("FunctionSizes: functions by symbol") {
  const FunctionSizes Sizes = parseFunctionSizes("main T 1000 1f\n"
                                                 "helper t 1020 10\n"
                                                 "helper t 1030 8\n"
                                                 "_ZN1AC1Ev W 1040 20\n"
                                                 "_ZN1AC2Ev W 1040 20\n"
                                                 "table R 2000 100\n"
                                                 "_start T 1060 0\n"
                                                 "printf U\n"
                                                 "a line of another kind\n");
  CHECK(Sizes ==
        FunctionSizes{{"main", 31}, {"helper", 24}, {"_ZN1AC1Ev", 32}});
  CHECK(parseFunctionSizes("").empty());
}

TEST_CASE("FunctionSizes: what is no program is named") {
  const auto Sizes = measureFunctions("/no/such/program", 22);
  REQUIRE(!Sizes);
  CHECK(Sizes.error().message().find("/no/such/program") != std::string::npos);
}
