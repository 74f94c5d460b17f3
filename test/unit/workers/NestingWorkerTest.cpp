// Tests of NestingWorker
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/NestingWorker.h"
#include "TemporaryFolder.h"
#include "WorkerTests.h"
#include "mlgo/support/File.h"
#include "workers/ForkedWorkers.h"
#include "workers/InProcessWorker.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

std::unique_ptr<Worker> fork(size_t Count) {
  return std::make_unique<ForkedWorkers>(Count, makeTestFunction);
}

/// Worker and a number of its own, to tell who answered.
std::unique_ptr<Worker> makeNamed(const std::string &Name) {
  return std::make_unique<InProcessWorker>([Name] {
    return [Name](std::string_view, std::string_view Request) {
      return Result<std::string>(Name + ":" + std::string(Request));
    };
  });
}

} // namespace

TEST_CASE("NestingWorker: the same answers flat and nested") {
  for (const size_t Count : {1, 2, 4}) {
    NestingWorker Pool;
    for (size_t I = 0; I < Count; ++I)
      REQUIRE(Pool.add("local." + std::to_string(I), fork(1)));
    CHECK(Pool.slots() == Count);
    CHECK(describeAnswers(runItems(Pool, makeTestItems(60))) ==
          describeExpected(60));
  }
  auto Inner = std::make_unique<NestingWorker>();
  REQUIRE(Inner->add("a", fork(2)));
  REQUIRE(Inner->add("b", std::make_unique<InProcessWorker>(makeTestFunction)));
  NestingWorker Outer;
  REQUIRE(Outer.add("inner", std::move(Inner)));
  REQUIRE(Outer.add("c", fork(1)));
  CHECK(Outer.slots() == 4);
  CHECK(describeAnswers(runItems(Outer, makeTestItems(60))) ==
        describeExpected(60));
}

TEST_CASE("NestingWorker: delegates by worker id") {
  NestingWorker Pool;
  const auto None = Pool.submitTo("x", WorkItem());
  REQUIRE_FALSE(None);
  CHECK(None.error().message() == "there is no worker 'x'; known are none");
  REQUIRE(Pool.add("left", makeNamed("left")));
  REQUIRE(Pool.add("right", makeNamed("right")));
  const auto Twice = Pool.add("left", makeNamed("other"));
  REQUIRE_FALSE(Twice);
  CHECK(Twice.error().message() == "worker 'left' is there already");
  const auto Unknown = Pool.submitTo("middle", WorkItem());
  REQUIRE_FALSE(Unknown);
  CHECK(Unknown.error().message() ==
        "there is no worker 'middle'; known are 'left', 'right'");
  REQUIRE(Pool.find("right"));
  for (uint64_t Id = 0; Id < 4; ++Id)
    REQUIRE(Pool.submitTo("right", {Id, 0, nullptr, std::to_string(Id)}));
  CHECK(Pool.pending() == 4);
  std::vector<std::string> Answers;
  while (Pool.pending() > 0)
    for (WorkDone &Done : awaitWork(Pool))
      Answers.push_back(*Done.Answer);
  CHECK(Answers ==
        std::vector<std::string>{"right:0", "right:1", "right:2", "right:3"});
}

TEST_CASE("NestingWorker: experiments have ids and answers of their own") {
  NestingWorker Pool;
  REQUIRE(Pool.add("a", makeNamed("a")));
  const auto First = Pool.attach(), Second = Pool.attach();
  First->submit({7, 0, nullptr, "first"});
  Second->submit({7, 0, nullptr, "second"});
  CHECK(First->pending() == 1);
  CHECK(Second->pending() == 1);
  CHECK(Pool.pending() == 0);
  const auto Done = awaitWork(*Second);
  REQUIRE(Done.size() == 1);
  CHECK(Done[0].Id == 7);
  CHECK(*Done[0].Answer == "a:second");
  CHECK(*awaitWork(*First)[0].Answer == "a:first");
}

TEST_CASE("NestingWorker: free slots go to experiments in turn") {
  NestingWorker Pool;
  REQUIRE(Pool.add("a", fork(2)));
  const auto Greedy = Pool.attach(), Modest = Pool.attach();
  for (uint64_t Id = 0; Id < 40; ++Id)
    Greedy->submit({Id, 0, nullptr, "greedy"});
  for (uint64_t Id = 0; Id < 4; ++Id)
    Modest->submit({Id, 0, nullptr, "modest"});
  size_t Count = 0;
  while (Modest->pending() > 0)
    Count += awaitWork(*Modest).size();
  CHECK(Count == 4);
  // It had half of the slots, not a tenth.
  CHECK(Greedy->pending() >= 25);
  const Utilisation Used = Pool.utilisation();
  REQUIRE(Used.ByExperiment.size() == 3);
  CHECK(Used.ByExperiment[0] == 0);
  CHECK(Used.ByExperiment[2] > 0);
  CHECK(Used.share() > 0);
  CHECK(Used.share() <= 1);
}

TEST_CASE("NestingWorker: an experiment that goes leaves the others alone") {
  // Two of its items work and one waits when it goes.
  const TemporaryFolder Folder;
  const std::string Wait = "await " + Folder.file("gone");
  NestingWorker Pool;
  REQUIRE(Pool.add("a", fork(2)));
  auto Gone = Pool.attach();
  for (WorkItem &Item : makeItems({Wait, Wait, Wait}))
    Gone->submit(std::move(Item));
  Gone.reset();
  REQUIRE(writeFileAtomically(Folder.file("gone"), ""));
  const auto Left = Pool.attach();
  CHECK(describeAnswers(runItems(*Left, makeItems({"a", "crash", "b"}))) ==
        "/a\nfailed: worker process killed by signal 11\n/b\n");
}
