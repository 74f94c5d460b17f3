//===- StartWorkersTest.cpp -----------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

TEST_CASE("StartWorkers: one function does several kinds of work") {
  unsigned Made = 0;
  const WorkFunction Function = combineWork(
      {{"test", makeTestFunction},
       {"count", [&Made] {
          ++Made;
          return [](std::string_view,
                    std::string_view Request) -> Result<std::string> {
            return std::to_string(Request.size());
          };
        }}})();
  CHECK(Made == 0);
  CHECK(*Function("A", requestOf("test", "b")) == "A/b");
  CHECK(*Function("A", requestOf("count", "four")) == "4");
  CHECK(*Function("A", requestOf("count", std::string(3, '\0'))) == "3");
  CHECK(Made == 1);
  for (const char *Request : {"", "sing", "sing a song"})
    CHECK_FALSE(Function("", Request));
}
