// What mlgo train is told
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/TrainingConfig.h"
#include "evolve/OptimizerFactory.h"
#include <catch2/catch.hpp>
#include <set>

using namespace mlgo;

namespace {

std::string messageOf(const std::string &Text) {
  auto Parsed = parseTrainingConfig(Text);
  return Parsed ? "" : Parsed.error().message();
}

} // namespace

TEST_CASE("a configuration is read with comments and defaults") {
  auto Config = parseTrainingConfig(R"({
    // Which numbers move.
    "parameters": ["leaves", "blocks:4"],
    "sigma": 1, "seed": 7, "algorithm": "sep-cma",
    "training-corpora": ["a", "b"]
  })");
  REQUIRE(Config);
  CHECK(Config->Parameters == std::vector<std::string>{"leaves", "blocks:4"});
  CHECK(Config->Sigma == 1);
  CHECK(Config->Seed == 7);
  CHECK(Config->Algorithm == "sep-cma");
  CHECK(Config->Pairs == TrainingConfig().Pairs);
  CHECK(parseTrainingConfig("{}"));
}

TEST_CASE("a configuration is written with all keys and read back") {
  TrainingConfig Config;
  Config.Sigma = 0.3;
  Config.StartModel = "with \"quotes\"";
  Config.TrainingPackages = {"zlib"};
  const std::string Text = formatTrainingConfig(Config);
  auto Read = parseTrainingConfig(Text);
  REQUIRE(Read);
  CHECK(formatTrainingConfig(*Read) == Text);
  std::set<std::string> Names;
  for (const TrainingKey &Key : describeTrainingKeys()) {
    CHECK(Names.insert(Key.Name).second);
    CHECK(!Key.Help.empty());
    CHECK_THAT(Text, Catch::Contains("\"" + Key.Name + "\": "));
    TrainingConfig Same;
    CHECK(setTrainingKey(Same, Key.Name, Key.Default));
    CHECK(formatTrainingConfig(Same) == formatTrainingConfig({}));
  }
}

TEST_CASE("what is wrong with a configuration is named") {
  CHECK_THAT(messageOf(R"({"sigmas": 1})"),
             Catch::StartsWith("key 'sigmas' is unknown, expected one of "
                               "task, objective"));
  CHECK(messageOf(R"({"sigma": 1, "sigma": 2})") == "key 'sigma' occurs twice");
  CHECK(messageOf(R"({"sigma": "1"})") ==
        "key 'sigma' is \"1\", expected a number from 1e-09 to 1000000000.0");
  CHECK_THAT(messageOf(R"({"sigma": 0})"), Catch::Contains("key 'sigma' is 0"));
  CHECK_THAT(messageOf(R"({"pairs": -3})"), Catch::Contains("a whole number"));
  CHECK_THAT(messageOf(R"({"pairs": 2.5})"), Catch::Contains("a whole number"));
  CHECK_THAT(messageOf(R"({"pairs": 1e300})"), Catch::Contains("'pairs'"));
  CHECK_THAT(messageOf(R"({"seed": 18446744073709551615})"),
             Catch::Contains("'seed'"));
  CHECK(messageOf(R"({"algorithm": "pso"})") ==
        "key 'algorithm' is \"pso\", expected es, cma, sep-cma");
  CHECK_THAT(messageOf(R"({"parameters": ["a", 1]})"),
             Catch::Contains("a list of strings"));
  CHECK_THAT(messageOf(R"({"output": null})"), Catch::Contains("a string"));
  CHECK_THAT(messageOf("[]"), Catch::Contains("is array, expected"));
  for (const char *Text : {"", "{", "{\"sigma\": 1", "nonsense", "\xff\xfe"})
    CHECK(messageOf(Text) ==
          "training configuration is no JSON, expected a JSON object");
  const std::string Deep(100000, '[');
  CHECK(!messageOf(Deep).empty());
  CHECK(!messageOf("{\"output\": \"\xff\"}").empty());
}

TEST_CASE("a configuration that nests deep is refused") {
  const std::string Deep = R"({"task": )" + std::string(200000, '[') +
                           std::string(200000, ']') + "}";
  auto Read = parseTrainingConfig(Deep);
  REQUIRE_FALSE(Read);
  CHECK(Read.error().message() ==
        "training configuration nests deeper than 8 levels");
  TrainingConfig Config;
  CHECK_FALSE(setTrainingKey(Config, "pairs", Deep));
}

TEST_CASE("keys are set from text") {
  TrainingConfig Config;
  REQUIRE(setTrainingKey(Config, "training-packages", "zlib,lua5.4"));
  CHECK(Config.TrainingPackages == std::vector<std::string>{"zlib", "lua5.4"});
  REQUIRE(setTrainingKey(Config, "training-packages", R"(["a,b"])"));
  CHECK(Config.TrainingPackages == std::vector<std::string>{"a,b"});
  REQUIRE(setTrainingKey(Config, "training-packages", ""));
  CHECK(Config.TrainingPackages.empty());
  REQUIRE(setTrainingKey(Config, "output", "12"));
  CHECK(Config.Output == "12");
  REQUIRE(setTrainingKey(Config, "output", "\"a b\""));
  CHECK(Config.Output == "a b");
  REQUIRE(setTrainingKey(Config, "sigma", "0.25"));
  CHECK(Config.Sigma == 0.25);
  auto Wrong = setTrainingKey(Config, "sigma", "big");
  REQUIRE(!Wrong);
  CHECK_THAT(Wrong.error().message(),
             Catch::StartsWith("key 'sigma' is \"big\""));
  CHECK(!setTrainingKey(Config, "no-key", "1"));
  CHECK(Config.Sigma == 0.25);
}

TEST_CASE("the fingerprint holds what results depend on") {
  const std::string Before = fingerprint({});
  const std::set<std::string> Free = {"start-model",
                                      "beside",
                                      "training-corpora",
                                      "validation-corpora",
                                      "generations",
                                      "patience",
                                      "jobs",
                                      "workers",
                                      "output",
                                      "checkpoint",
                                      "metrics",
                                      "plot"};
  for (const TrainingKey &Key : describeTrainingKeys()) {
    TrainingConfig Changed;
    bool IsSet = false;
    for (const char *Value : {"7", "0.5", "cma", "plain", "clipup",
                              "standardised", "mpi", "used", "text"})
      IsSet = IsSet || (Key.Default != Value &&
                        setTrainingKey(Changed, Key.Name, Value));
    CHECK(IsSet);
    CHECK((fingerprint(Changed) == Before) == (Free.count(Key.Name) > 0));
  }
}

TEST_CASE("a configuration makes its optimizer") {
  for (const char *Algorithm : {"es", "cma", "sep-cma"})
    for (const char *Rule : {"plain", "clipup"}) {
      TrainingConfig Config;
      Config.Algorithm = Algorithm;
      Config.StepRule = Rule;
      Config.Pairs = 5;
      auto Search = createOptimizer(Config, {1, 2}, {1, 1});
      REQUIRE(Search);
      CHECK((*Search)->ask().size() == 10);
      CHECK((*Search)->center() == std::vector<double>{1, 2});
    }
  TrainingConfig Config;
  Config.Algorithm = "pso";
  CHECK(!createOptimizer(Config, {1}, {1}));
  Config = {};
  Config.StepRule = "leap";
  CHECK(!createOptimizer(Config, {1}, {1}));
  Config = {};
  CHECK(!createOptimizer(Config, {1}, {1, 2}));
}
