// Tests of ProcessPool
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ProcessPool.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
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

TEST_CASE("ProcessPool: programs do not inherit the pipe of a child") {
  auto Forked = forkProcess(0);
  REQUIRE(Forked);
  const int Flags = ::fcntl(Forked->Pipe, F_GETFD);
  if (Forked->IsChild)
    endChild(*Forked, std::to_string(Flags));
  CHECK(Flags == FD_CLOEXEC);
  CHECK(awaitChild(*Forked).Output == std::to_string(FD_CLOEXEC));
}

TEST_CASE("ProcessPool: handlers of the caller run in the caller alone") {
  const auto Before = ::signal(SIGUSR1, [](int) {});
  const auto BeforeInterrupt = ::signal(SIGINT, [](int) {});
  const auto BeforeHangUp = ::signal(SIGHUP, SIG_IGN);
  for (const int Signal : {SIGUSR1, SIGINT, SIGHUP}) {
    auto Forked = forkProcess(0);
    REQUIRE(Forked);
    if (Forked->IsChild) {
      ::raise(Signal);
      endChild(*Forked, "lives");
    }
    const TaskOutcome Outcome = awaitChild(*Forked);
    // A terminal interrupts both, and the caller knows what to do.
    CHECK((Outcome.Ok ? Outcome.Output : Outcome.Failure) ==
          (Signal == SIGUSR1 ? "killed by signal 10" : "lives"));
  }
  ::signal(SIGHUP, BeforeHangUp);
  ::signal(SIGINT, BeforeInterrupt);
  ::signal(SIGUSR1, Before);
}

TEST_CASE("ProcessPool: a child ends with its parent") {
  int Life[2];
  REQUIRE(::pipe(Life) == 0);
  const pid_t Parent = ::fork();
  if (Parent == 0) {
    const auto Forked = forkProcess(0);
    // The child has the pipe open, too.
    if (Forked && Forked->IsChild)
      (void)!::write(Life[1], "x", 1);
    for (;;)
      ::pause();
  }
  ::close(Life[1]);
  char Byte;
  CHECK(::read(Life[0], &Byte, 1) == 1);
  ::kill(Parent, SIGKILL);
  ::waitpid(Parent, nullptr, 0);
  CHECK(::read(Life[0], &Byte, 1) == 0);
  ::close(Life[0]);
}

TEST_CASE("ProcessPool: deadlines hold where their signals are ignored") {
  const auto Before = ::signal(SIGALRM, SIG_IGN);
  TaskOutcome Outcome;
  runInProcesses(
      1, 1, 1,
      [](size_t) -> std::string {
        ::sleep(10);
        return "";
      },
      [&](size_t, TaskOutcome Found) { Outcome = std::move(Found); });
  ::signal(SIGALRM, Before);
  CHECK(Outcome.Failure == "ran into its deadline");
  CHECK(Outcome.IsOfMachine);
}

TEST_CASE("ProcessPool: no more are begun once it is to stop") {
  bool IsStopping = false;
  std::vector<std::string> Ends(3);
  runInProcesses(
      3, 2, 0,
      [](size_t I) -> std::string {
        while (I == 1)
          ::pause();
        return "done";
      },
      [&](size_t I, TaskOutcome Outcome) {
        Ends[I] = Outcome.Ok ? Outcome.Output : Outcome.Failure;
        IsStopping = true;
      },
      [&] { return IsStopping; });
  CHECK(Ends ==
        std::vector<std::string>{"done", "killed by signal 15", "interrupted"});
  // Before the first has begun.
  size_t Failed = 0;
  runInProcesses(
      3, 2, 0, [](size_t) { return std::string(); },
      [&](size_t, const TaskOutcome &Outcome) { Failed += !Outcome.Ok; },
      [] { return true; });
  CHECK(Failed == 3);
}
