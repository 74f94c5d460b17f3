// Tests of Trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/Trials.h"
#include "workers/InProcessWorker.h"
#include <catch2/catch.hpp>
#include <csignal>

using namespace mlgo;

TEST_CASE("Trials: what cannot be served says why") {
  InProcessWorker Work(makeTrialWork(1));
  TrialRequest Unknown, Late;
  Unknown.At.Task = "nothing";
  Late.At.Task = "inline";
  Late.Deadline = 1;
  std::vector<std::string> Failures(2);
  runTrials(Work, {Unknown, Late}, "", [&](size_t I, Result<std::string> A) {
    REQUIRE_FALSE(A);
    Failures[I] = A.error().message();
  });
  CHECK(Failures[0].find("task is 'nothing', expected one of") == 0);
  CHECK(Failures[1] == "the time is over");
  CHECK_FALSE(makeTrialWork(1)()("", "nonsense"));
}

TEST_CASE("Trials: a fork hands back what it found, or how it ended") {
  using Numbers = std::vector<uint64_t>;
  const auto Found =
      tryInFork<Numbers>("trial", 10, [] { return Numbers{1, 2}; });
  REQUIRE(Found);
  CHECK(*Found == Numbers{1, 2});
  const auto Refused = tryInFork<Numbers>(
      "trial", 10, []() -> Result<Numbers> { return Error("it is odd"); });
  REQUIRE_FALSE(Refused);
  CHECK(Refused.error().message() == "it is odd");
  const auto Crashed = tryInFork<Numbers>("trial", 10, []() -> Result<Numbers> {
    ::raise(SIGKILL);
    return Numbers();
  });
  REQUIRE_FALSE(Crashed);
  CHECK(Crashed.error().message() == "trial: killed by signal 9");
}

TEST_CASE("Trials: answers are whole or damaged") {
  const auto Good = readTrialAnswer<std::string>(toBytes(std::string("yes")));
  REQUIRE(Good);
  CHECK(*Good == "yes");
  const auto Bad = readTrialAnswer<std::string>(std::string("\xff"));
  REQUIRE_FALSE(Bad);
  CHECK(Bad.error().message() == "the answer to a trial is damaged");
}
