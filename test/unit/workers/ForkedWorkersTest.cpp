// Tests of ForkedWorkers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/ForkedWorkers.h"
#include "TemporaryFolder.h"
#include "WorkerTests.h"
#include "workers/InProcessWorker.h"
#include <catch2/catch.hpp>
#include <set>

using namespace mlgo;

TEST_CASE("InProcessWorker: answers every item") {
  InProcessWorker W(makeTestFunction);
  CHECK(describeAnswers(runItems(W, makeTestItems(30))) ==
        describeExpected(30));
  CHECK(W.pending() == 0);
  CHECK(W.advance().empty());
}

TEST_CASE("Worker: what is missing when one is stopped fails") {
  InProcessWorker W(makeTestFunction);
  size_t Count = 0;
  std::vector<Result<std::string>> Answers(3, Error("none"));
  runItems(
      W, makeItems({"a", "b", "c"}),
      [&](size_t I, Result<std::string> Answer) {
        Count += bool(Answer);
        Answers[I] = std::move(Answer);
      },
      [&] { return Count == 2; });
  CHECK(describeAnswers(Answers) == "/a\n/b\nfailed: interrupted\n");
  CHECK(W.pending() == 0);
}

TEST_CASE("ForkedWorkers: the same answers with any number of processes") {
  for (const size_t Count : {0, 1, 2, 4}) {
    ForkedWorkers W(Count, makeTestFunction);
    CHECK(W.slots() == std::max<size_t>(1, Count));
    CHECK(describeAnswers(runItems(W, makeTestItems(60))) ==
          describeExpected(60));
    CHECK(describeAnswers(runItems(W, makeTestItems(20))) ==
          describeExpected(20));
  }
}

TEST_CASE("ForkedWorkers: a crash and a hang fail alone") {
  for (const size_t Count : {1, 3}) {
    ForkedWorkers W(Count, makeTestFunction);
    std::vector<WorkItem> Items = makeItems({"a", "crash", "b", "hang", "c"});
    Items[3].DeadlineSeconds = 0.2;
    CHECK(describeAnswers(runItems(W, std::move(Items))) ==
          "/a\nfailed: worker process killed by signal 11\n/b\n"
          "failed: worker process took longer than 0.2 s\n/c\n");
  }
}

TEST_CASE("ForkedWorkers: an item is run again when its process dies") {
  TemporaryFolder Folder;
  ForkedWorkers W(2, makeTestFunction);
  const std::string Once = "once " + Folder.file("mark");
  CHECK(describeAnswers(runItems(W, makeItems({Once, "a", "b"}))) ==
        "/" + Once + "\n/a\n/b\n");
}

TEST_CASE("ForkedWorkers: a process is replaced, busy or idle") {
  ForkedWorkers W(2, makeTestFunction);
  const std::vector<int> Before = W.processes();
  for (const int Process : Before)
    ::kill(Process, SIGKILL);
  CHECK(describeAnswers(runItems(W, makeItems({"a", "b", "c"}))) ==
        "/a\n/b\n/c\n");
  const std::vector<int> After = W.processes();
  CHECK(After[0] != Before[0]);
  CHECK(After[1] != Before[1]);
  // Busy ones.
  for (WorkItem &Item : makeItems({"sleep 300", "sleep 300"}))
    W.submit(std::move(Item));
  for (const int Process : After)
    ::kill(Process, SIGKILL);
  std::vector<std::string> Answers;
  while (W.pending() > 0)
    for (WorkDone &D : awaitWork(W))
      Answers.push_back(D.Answer ? *D.Answer : D.Answer.error().message());
  CHECK(Answers == std::vector<std::string>{"/sleep 300", "/sleep 300"});
}

TEST_CASE("ForkedWorkers: what is abandoned is not handed back") {
  ForkedWorkers W(2, makeTestFunction);
  for (WorkItem &Item : makeItems({"hang", "hang", "a"}))
    W.submit(std::move(Item));
  CHECK(W.pending() == 3);
  W.abandon();
  CHECK(W.pending() == 0);
  CHECK(describeAnswers(runItems(W, makeItems({"b", "c"}))) == "/b\n/c\n");
}

TEST_CASE("ForkedWorkers: a process serves what it served before") {
  ForkedWorkers W(3, [] {
    return [](std::string_view, std::string_view) -> Result<std::string> {
      ::usleep(20000);
      return std::to_string(::getpid());
    };
  });
  std::vector<WorkItem> Items(6);
  for (size_t I = 0; I < 6; ++I)
    Items[I].Affinity = 10 + I;
  const auto First = runItems(W, Items);
  const auto Second = runItems(W, Items);
  size_t Same = 0;
  std::set<std::string> Processes;
  for (size_t I = 0; I < 6; ++I) {
    Same += *First[I] == *Second[I];
    Processes.insert(*Second[I]);
  }
  // Had one been slow, another might have helped.
  CHECK(Same >= 4);
  CHECK(Processes.size() == 3);
}

TEST_CASE("AffinityQueue: own, then new, then another's") {
  AffinityQueue Queue;
  auto Push = [&](uint64_t Affinity, const char *Name) {
    Queue.push({0, Affinity, nullptr, Name});
  };
  Push(1, "a1");
  Push(2, "b1");
  Push(1, "a2");
  CHECK(Queue.size() == 3);
  CHECK(Queue.take(0).Request == "a1");
  CHECK(Queue.take(1).Request == "b1"); // Not a2, which is of 0.
  CHECK(Queue.take(0).Request == "a2");
  CHECK(Queue.empty());
  Push(0, "x");
  Push(2, "b2");
  Push(1, "a3");
  CHECK(Queue.take(0).Request == "a3");
  CHECK(Queue.take(0).Request == "x");
  CHECK(Queue.take(0).Request == "b2"); // Nothing else is left.
  Push(2, "b3");
  Push(1, "a4");
  CHECK(Queue.take(1).Request == "a4"); // All are of 0, which begins with b3.
  Queue.clear();
  CHECK(Queue.empty());
  Push(2, "b4");
  CHECK(Queue.take(5).Request == "b4");
}
