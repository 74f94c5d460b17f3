// Tests of StartWorkers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/StartWorkers.h"
#include "WorkerTests.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("StartWorkers: options say who works") {
  for (const char *Kind : {"in-process", "forked"}) {
    auto Work = startWorkers({Kind, 3}, makeTestFunction);
    REQUIRE(Work);
    REQUIRE(*Work);
    CHECK((*Work)->slots() == (std::string(Kind) == "forked" ? 3 : 1));
    CHECK(describeAnswers(runItems(**Work, makeTestItems(20))) ==
          describeExpected(20));
  }
  CHECK(WorkerOptions().jobs() >= 1);
  CHECK(WorkerOptions{"mpi", 0}.jobs() == 1);
  CHECK(WorkerOptions{"mpi", 2}.jobs() == 2);
  const auto Elves = startWorkers({"elves", 1}, makeTestFunction);
  REQUIRE_FALSE(Elves);
  CHECK(Elves.error().message().find("workers are 'elves', expected") == 0);
}
