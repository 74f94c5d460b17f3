// Tests of ProcessPool
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ProcessPool.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <unistd.h>
#include <vector>

using namespace mlgo;

TEST_CASE("ProcessPool: every task runs once, with any number of jobs") {
  for (unsigned Jobs : {0u, 1u, 3u, 50u}) {
    std::vector<std::string> Outputs(20);
    runInProcesses(
        20, Jobs, 0,
        [](size_t I) { return std::string(I * 10000, char('a' + I)); },
        [&](size_t I, TaskOutcome Outcome) {
          REQUIRE(Outcome.Ok);
          CHECK(Outputs[I].empty());
          Outputs[I] = Outcome.Output;
        });
    for (size_t I = 0; I < 20; ++I)
      CHECK(Outputs[I] == std::string(I * 10000, char('a' + I)));
  }
}

TEST_CASE("ProcessPool: a crash, an exit and a hang fail alone") {
  std::vector<std::string> Ends(4);
  runInProcesses(
      4, 4, 1,
      [](size_t I) -> std::string {
        if (I == 0)
          ::raise(SIGKILL);
        if (I == 1)
          ::_exit(7);
        if (I == 2)
          for (;;)
            ::pause();
        return "fine";
      },
      [&](size_t I, TaskOutcome Outcome) {
        Ends[I] = Outcome.Ok ? Outcome.Output : Outcome.Failure;
      });
  CHECK(Ends == std::vector<std::string>{"killed by signal 9",
                                         "exited with code 7",
                                         "ran into its deadline", "fine"});
}

TEST_CASE("ProcessPool: time that others take does not count") {
  for (const bool IsBusy : {false, true}) {
    auto Forked = forkProcess(0);
    REQUIRE(Forked);
    if (Forked->IsChild) {
      limitProcessorTime(1);
      ::usleep(1100000);
      for (volatile bool Goes = IsBusy; Goes;)
        continue;
      endChild(*Forked, "rested");
    }
    const TaskOutcome Outcome = awaitChild(*Forked);
    CHECK(Outcome.Ok == !IsBusy);
    CHECK((IsBusy ? Outcome.Failure : Outcome.Output) ==
          (IsBusy ? "ran into its deadline" : "rested"));
  }
}
