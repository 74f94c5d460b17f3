//===- ExperimentProcessesTest.cpp ----------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/workers/ExperimentProcesses.h"
#include "WorkerTests.h"

#include "mlgo/workers/ForkedWorkers.h"

#include <catch2/catch.hpp>

#include <chrono>

using namespace mlgo;

namespace {

/// Rounds of four items of 40 ms with a lull of 80 ms, on two slots as long as
/// the items.
std::string runWithLulls(Worker &W) {
  for (unsigned Round = 0; Round < 4; ++Round) {
    runItems(W, makeItems({"sleep 40", "sleep 40", "sleep 40", "sleep 40"}));
    ::usleep(80000);
  }
  return "done";
}

double secondsOf(const std::function<void()> &Run) {
  const auto Begin = std::chrono::steady_clock::now();
  Run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin)
      .count();
}

} // namespace

TEST_CASE("ExperimentProcesses: all get their own answers") {
  for (const size_t Count : {1, 2, 4}) {
    NestingWorker Pool;
    for (size_t I = 0; I < Count; ++I)
      REQUIRE(Pool.add(std::to_string(I),
                       std::make_unique<ForkedWorkers>(1, makeTestFunction)));
    auto Run = [](size_t Items) {
      return [=](Worker &W) {
        return describeAnswers(runItems(W, makeTestItems(Items)));
      };
    };
    const auto Outcomes = runExperiments(Pool, {Run(50), Run(20), Run(0)});
    REQUIRE(Outcomes.size() == 3);
    CHECK(Outcomes[0].Output == describeExpected(50));
    CHECK(Outcomes[1].Output == describeExpected(20));
    CHECK(Outcomes[2].Ok);
  }
}

TEST_CASE("ExperimentProcesses: one that crashes fails alone") {
  NestingWorker Pool;
  REQUIRE(Pool.add("a", std::make_unique<ForkedWorkers>(2, makeTestFunction)));
  const auto Outcomes = runExperiments(
      Pool, {[](Worker &W) -> std::string {
               for (WorkItem &Item : makeItems({"sleep 20", "a", "b"}))
                 W.submit(std::move(Item));
               ::raise(SIGKILL);
               return "";
             },
             [](Worker &W) {
               // Some answers come for what is abandoned already.
               for (WorkItem &Item : makeItems({"x", "y", "sleep 30"}))
                 W.submit(std::move(Item));
               awaitWork(W);
               W.abandon();
               return describeAnswers(runItems(W, makeTestItems(30)));
             }});
  CHECK_FALSE(Outcomes[0].Ok);
  CHECK(Outcomes[0].Failure == "killed by signal 9");
  CHECK(Outcomes[1].Ok);
  CHECK(Outcomes[1].Output == describeExpected(30));
}

TEST_CASE("ExperimentProcesses: lulls of one are time for the other") {
  auto MakePool = [](NestingWorker &Pool) {
    REQUIRE(
        Pool.add("a", std::make_unique<ForkedWorkers>(2, makeTestFunction)));
  };
  NestingWorker Apart, Together;
  MakePool(Apart);
  MakePool(Together);
  const double ApartSeconds = secondsOf([&] {
    runExperiments(Apart, {runWithLulls});
    runExperiments(Apart, {runWithLulls});
  });
  const double ApartShare = Apart.utilisation().share();
  const double TogetherSeconds = secondsOf([&] {
    runExperiments(Together, {runWithLulls, runWithLulls});
  });
  const double TogetherShare = Together.utilisation().share();
  INFO(ApartSeconds << " s and " << TogetherSeconds << " s, " << ApartShare
                    << " and " << TogetherShare);
  CHECK(TogetherSeconds < 0.85 * ApartSeconds);
  CHECK(TogetherShare > 1.15 * ApartShare);
}
