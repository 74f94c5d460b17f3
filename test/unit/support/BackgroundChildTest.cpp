// Tests of BackgroundChild
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/BackgroundChild.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlgo;

namespace {

std::unique_ptr<BackgroundChild> startShell(const std::string &Script) {
  auto Child = BackgroundChild::start({"sh", "-c", Script}, {{"ANSWER", "42"}});
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
  CHECK(BackgroundChild::start({"no-such-program"}, {}).error().message() ==
        "no-such-program: cannot start: No such file or directory");
  CHECK(BackgroundChild::start({}, {}).error().message() ==
        "no program to run");
}

TEST_CASE("BackgroundChild: hears of the caller's end") {
  const int Signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  int Pipe[2];
  REQUIRE(::pipe(Pipe) == 0);
  const pid_t Caller = ::fork();
  if (Caller == 0) {
    ::signal(Signal, SIG_DFL);
    // The pipe stays open as long as the program runs.
    auto Child = BackgroundChild::start({"sleep", "1000"}, {});
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
