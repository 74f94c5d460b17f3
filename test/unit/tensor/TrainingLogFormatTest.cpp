// Tests of TrainingLogFormat
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tensor/TrainingLogFormat.h"
#include "AllocationCounter.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("TrainingLogFormat: headers with and without score and advice") {
  const auto X = TensorSpec::createSpec<int64_t>("x", {1});
  const std::string JSON =
      "{\"name\":\"x\",\"type\":\"int64_t\",\"port\":0,\"shape\":[1]}";
  CHECK(formatLogHeader({}, std::nullopt, std::nullopt) ==
        "{\"features\":[]}\n");
  CHECK(formatLogHeader({X, X}, X, std::nullopt) ==
        "{\"features\":[" + JSON + "," + JSON + "],\"score\":" + JSON + "}\n");
  CHECK(formatLogHeader({X}, std::nullopt, X) ==
        "{\"features\":[" + JSON + "],\"advice\":" + JSON + "}\n");
}

TEST_CASE("TrainingLogFormat: names are quoted, and valid UTF-8") {
  CHECK(formatLogContext("") == "{\"context\":\"\"}\n");
  CHECK(formatLogContext("a\"b\n") == "{\"context\":\"a\\\"b\\n\"}\n");
  CHECK(formatLogContext("\xff") == "{\"context\":\"\xef\xbf\xbd\"}\n");
}

TEST_CASE("TrainingLogFormat: counts of any size, without allocation") {
  std::string Text;
  Text.reserve(200);
  const size_t Before = countAllocations();
  appendLogObservation(Text, 0);
  appendLogObservation(Text, UINT64_MAX);
  appendLogOutcome(Text, 12);
  CHECK(countAllocations() == Before);
  CHECK(Text == "{\"observation\":0}\n"
                "{\"observation\":18446744073709551615}\n"
                "{\"outcome\":12}\n");
}
