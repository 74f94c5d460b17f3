// Tests of BackgroundChild
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/BackgroundChild.h"
#include "support/LateSignals.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlgo;

namespace {

std::unique_ptr<BackgroundChild>
startShell(const std::string &Script,
           ProgramPlace Place = ProgramPlace::OwnSession) {
  auto Child =
      BackgroundChild::start({"sh", "-c", Script}, {{"ANSWER", "42"}}, Place);
  REQUIRE(Child);
  return std::move(*Child);
}

} // namespace

TEST_CASE("BackgroundChild: ends by itself") {
  auto Child = startShell("exit $ANSWER");
  REQUIRE(Child->awaitEnd(60));
  CHECK(Child->hasEnded());
  CHECK(Child->exitCode() == 42);
  Child->end();
  CHECK(Child->exitCode() == 42);
}

TEST_CASE("BackgroundChild: ends when it is asked to, or is killed") {
  auto Child = startShell("exec sleep 1000");
  CHECK_FALSE(Child->hasEnded());
  Child->end();
  CHECK(Child->exitCode() == 128 + SIGTERM);
  Child.reset();
  Child = startShell("trap '' TERM; kill -STOP $$; sleep 1000");
  // It has come as far as to ignore the signal.
  int State = 0;
  REQUIRE(::waitpid(Child->process(), &State, WUNTRACED) == Child->process());
  REQUIRE(WIFSTOPPED(State));
  Child->end();
  CHECK(Child->exitCode() == 128 + SIGKILL);
}

TEST_CASE("BackgroundChild: a program that is not there") {
  CHECK(
      BackgroundChild::start({"no-such-program"}, {}, ProgramPlace::OwnSession)
          .error()
          .message() ==
      "no-such-program: cannot start: No such file or directory");
  CHECK(BackgroundChild::start({}, {}, ProgramPlace::OwnSession)
            .error()
            .message() == "no program to run");
}

TEST_CASE("BackgroundChild: hears of the caller's end") {
  const int Signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const ProgramPlace Place =
      GENERATE(ProgramPlace::OwnSession, ProgramPlace::CallersGroup);
  int Pipe[2];
  REQUIRE(::pipe(Pipe) == 0);
  const pid_t Caller = ::fork();
  if (Caller == 0) {
    ::signal(Signal, SIG_DFL);
    // The pipe stays open as long as the program runs.
    auto Child = BackgroundChild::start({"sleep", "1000"}, {}, Place);
    (void)!::write(Pipe[1], "x", 1);
    for (;;)
      ::pause();
  }
  ::close(Pipe[1]);
  char Byte;
  REQUIRE(::read(Pipe[0], &Byte, 1) == 1);
  ::kill(Caller, Signal);
  int State = 0;
  CHECK(::waitpid(Caller, &State, 0) == Caller);
  CHECK(WTERMSIG(State) == Signal);
  CHECK(::read(Pipe[0], &Byte, 1) == 0);
  ::close(Pipe[0]);
}

TEST_CASE("BackgroundChild: stands where it is told to") {
  auto Child = startShell("read -r _ _ _ _ group session _ </proc/self/stat &&"
                          " [ $group = $session ] && [ $session = $$ ]");
  REQUIRE(Child->awaitEnd(60));
  CHECK(Child->exitCode() == 0);
  Child.reset();
  Child = startShell("read -r _ _ _ _ group _ </proc/self/stat && [ $group = " +
                         std::to_string(::getpgrp()) + " ]",
                     ProgramPlace::CallersGroup);
  REQUIRE(Child->awaitEnd(60));
  CHECK(Child->exitCode() == 0);
}

TEST_CASE("BackgroundChild: its group is killed before it is waited for") {
  LateSignals = 0;
  auto Child = startShell("sleep 1000 & exit 3");
  REQUIRE(Child->awaitEnd(60));
  CHECK(Child->exitCode() == 3);
  CHECK(LateSignals == 0);
}
