// Tests of ExperimentProcesses
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/ExperimentProcesses.h"
#include "TemporaryFolder.h"
#include "WorkerTests.h"
#include "workers/ForkedWorkers.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace mlgo;

namespace {

/// Waits until somebody has made \p Path; false after half a minute.
bool awaitFile(const std::string &Path) {
  for (int I = 0; I < 3000 && !std::filesystem::exists(Path); ++I)
    ::usleep(10000);
  return std::filesystem::exists(Path);
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
  TemporaryFolder Folder;
  const std::string First = Folder.file("first"),
                    Second = Folder.file("second");
  NestingWorker Pool;
  REQUIRE(Pool.add("a", std::make_unique<ForkedWorkers>(2, makeTestFunction)));
  // Each waits for answers of the other while it asks nothing itself.
  const auto Outcomes = runExperiments(
      Pool, {[&](Worker &W) -> std::string {
               runItems(W, makeTestItems(10));
               std::ofstream{First};
               return awaitFile(Second)
                          ? describeAnswers(runItems(W, makeTestItems(10)))
                          : "waited in vain";
             },
             [&](Worker &W) -> std::string {
               if (!awaitFile(First))
                 return "waited in vain";
               const std::string Answers =
                   describeAnswers(runItems(W, makeTestItems(10)));
               std::ofstream{Second};
               return Answers;
             }});
  REQUIRE(Outcomes.size() == 2);
  CHECK(Outcomes[0].Output == describeExpected(10));
  CHECK(Outcomes[1].Output == describeExpected(10));
  CHECK(Pool.utilisation().share() > 0);
}
