// Tests of TrainingLogLines
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tensor/TrainingLogLines.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const std::string X = R"({"name":"x","type":"int64_t","port":0,"shape":[2]})";
const std::string Y = R"({"name":"y","type":"float","port":0,"shape":[1]})";

} // namespace

TEST_CASE("TrainingLogLines: headers") {
  auto Header = parseTrainingLogHeader("{\"features\":[" + X + "," + Y +
                                       "],\"advice\":" + Y + "}");
  REQUIRE(Header);
  REQUIRE(Header->Features.size() == 2);
  CHECK(Header->Features[0] == TensorSpec::createSpec<int64_t>("x", {2}));
  CHECK(Header->Advice == TensorSpec::createSpec<float>("y", {1}));
  CHECK_FALSE(Header->Score);

  CHECK(parseTrainingLogHeader("").error().message() ==
        "no training log, expected a JSON object with an array 'features' in "
        "the first line");
  CHECK_FALSE(parseTrainingLogHeader("{\"features\":" + X + "}"));
  const auto Bad =
      parseTrainingLogHeader("{\"features\":[" + X + ",{\"name\":\"y\"}]}");
  REQUIRE_FALSE(Bad);
  CHECK_THAT(Bad.error().message(), Catch::StartsWith("feature 1: "));
  const auto Large = parseTrainingLogHeader(
      R"({"features":[{"name":"x","type":"int8_t","port":0,)"
      R"("shape":[67108865]}]})");
  REQUIRE_FALSE(Large);
  CHECK(Large.error().message() ==
        "an observation has 67108865 bytes, expected at most 67108864");
}

TEST_CASE("TrainingLogLines: contexts and counts") {
  CHECK(parseTrainingLogContext(R"({"context":"a.c"})") == "a.c");
  CHECK(parseTrainingLogContext(R"({"context":""})") == "");
  CHECK_FALSE(parseTrainingLogContext(R"({"context":7})"));
  CHECK_FALSE(parseTrainingLogContext(R"({"context":"a","more":1})"));
  CHECK_FALSE(parseTrainingLogContext("\x01\x02"));
  CHECK(parseTrainingLogCount(R"({"observation":12})", "observation") == 12);
  CHECK(parseTrainingLogCount(R"({"outcome":0})", "outcome") == 0);
  CHECK_FALSE(parseTrainingLogCount(R"({"outcome":0})", "observation"));
  CHECK_FALSE(parseTrainingLogCount(R"({"observation":-1})", "observation"));
  CHECK_FALSE(parseTrainingLogCount(std::string(5000, '['), "observation"));
}
