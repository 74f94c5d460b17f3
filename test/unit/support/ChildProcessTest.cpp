// Tests of ChildProcess
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ChildProcess.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "support/ChildStart.h"
#include "support/LateSignals.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlgo;

int LateSignals = 0;

/// In the place of the C library's.
extern "C" int kill(pid_t Process, int Signal) noexcept {
  siginfo_t Leader = {};
  if (Process < -1 && ::waitid(P_PID, static_cast<id_t>(-Process), &Leader,
                               WEXITED | WNOHANG | WNOWAIT) != 0)
    ++LateSignals;
  return static_cast<int>(::syscall(SYS_kill, Process, Signal));
}

namespace {

ChildCommand shell(const std::string &Script) {
  ChildCommand Command;
  Command.Arguments = {"sh", "-c", Script};
  return Command;
}

} // namespace

TEST_CASE("ChildProcess: output, errors and exit code come back apart") {
  auto Outcome = runChild(shell("echo out; echo err >&2; exit 7"));
  REQUIRE(Outcome);
  CHECK(Outcome->ExitCode == 7);
  CHECK(Outcome->Output == "out\n");
  CHECK(Outcome->ErrorOutput == "err\n");
}

TEST_CASE("ChildProcess: more output than a pipe holds") {
  auto Outcome = runChild(shell("head -c 3000000 /dev/zero"));
  REQUIRE(Outcome);
  CHECK(Outcome->Output == std::string(3000000, '\0'));
}

TEST_CASE("ChildProcess: arguments are not interpreted") {
  ChildCommand Command;
  Command.Arguments = {"printf", "%s|", "a b", "$HOME", "*", "'", ""};
  auto Outcome = runChild(Command);
  REQUIRE(Outcome);
  CHECK(Outcome->Output == "a b|$HOME|*|'||");
  CHECK(describe(Command) == "printf %s| a b $HOME * ' ");
}

TEST_CASE("ChildProcess: folder, environment, input and log") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("in"), "line\n"));
  ChildCommand Command =
      shell("pwd; echo $MLGO_TEST $MLGO_OTHER; cat; echo e >&2");
  Command.Folder = Folder.Path.string();
  Command.Environment = {{"MLGO_TEST", "1"}, {"MLGO_OTHER", "two"}};
  Command.InputFile = Folder.file("in");
  Command.LogFile = Folder.file("log");
  for (int I = 0; I < 2; ++I) {
    auto Outcome = runChild(Command);
    REQUIRE(Outcome);
    CHECK(Outcome->Output.empty());
  }
  const std::string Once = Folder.Path.string() + "\n1 two\nline\ne\n";
  CHECK(*readFile(Folder.file("log")) == Once + Once);
}

TEST_CASE("ChildProcess: an environment variable is replaced, not doubled") {
  ChildCommand Command = shell("env | grep -c ^PATH=; echo $PATH");
  Command.Environment = {{"PATH", "/usr/bin:/bin"}};
  auto Outcome = runChild(Command);
  REQUIRE(Outcome);
  CHECK(Outcome->Output == "1\n/usr/bin:/bin\n");
}

TEST_CASE("ChildProcess: without input there is nothing to wait for") {
  auto Outcome = runChild(shell("cat; echo end"));
  REQUIRE(Outcome);
  CHECK(Outcome->Output == "end\n");
}

TEST_CASE("ChildProcess: a deadline ends the whole group") {
  TemporaryFolder Folder;
  ChildCommand Command =
      shell("(sleep 4; echo late > survived) & sleep 60; echo never");
  Command.Folder = Folder.Path.string();
  Command.DeadlineSeconds = 1;
  auto Outcome = runChild(Command);
  REQUIRE_FALSE(Outcome);
  CHECK(Outcome.error().message() == "sh: ran into its deadline (1 s)");
  ChildCommand Wait = shell("sleep 4; test -e survived");
  Wait.Folder = Folder.Path.string();
  auto Survived = runChild(Wait);
  REQUIRE(Survived);
  CHECK(Survived->ExitCode == 1);
}

TEST_CASE("ChildProcess: what is left behind does not hold the caller up") {
  auto Outcome = runChild(shell("sleep 60 & echo $!"));
  REQUIRE(Outcome);
  // It is still there, so nobody waited for it.
  const auto Left = static_cast<pid_t>(std::stol(Outcome->Output));
  CHECK(::kill(Left, SIGKILL) == 0);
}

TEST_CASE("ChildProcess: a signal is an exit code as in shells") {
  auto Outcome = runChild(shell("kill -SEGV $$"));
  REQUIRE(Outcome);
  CHECK(Outcome->ExitCode == 128 + SIGSEGV);
  CHECK(Outcome->EndedBySignal);
  auto Large = runChild(shell("exit 139"));
  REQUIRE(Large);
  CHECK(Large->ExitCode == 139);
  CHECK_FALSE(Large->EndedBySignal);
}

TEST_CASE("ChildProcess: too much output is cut off") {
  ChildCommand Command = shell("yes");
  Command.MaxOutputBytes = 1000;
  auto Outcome = runChild(Command);
  REQUIRE_FALSE(Outcome);
  CHECK(Outcome.error().message() == "sh: wrote more output than allowed");
}

TEST_CASE("ChildProcess: what cannot start is an error") {
  ChildCommand Command;
  Command.Arguments = {"mlgo-no-such-program"};
  auto Missing = runChild(Command);
  REQUIRE_FALSE(Missing);
  CHECK(Missing.error().message() ==
        "mlgo-no-such-program: cannot start: No such file or directory");
  CHECK_FALSE(runChild(ChildCommand()));
  ChildCommand Nowhere = shell("true");
  Nowhere.Folder = "/no/such/folder";
  CHECK_FALSE(runChild(Nowhere));
  ChildCommand Unread = shell("true");
  Unread.InputFile = "/no/such/file";
  CHECK_FALSE(runChild(Unread));
}

TEST_CASE("ChildProcess: its group is killed before it is waited for") {
  LateSignals = 0;
  const auto Outcome = runChild(shell("sleep 1000 >/dev/null 2>&1 & exit 3"));
  REQUIRE(Outcome);
  CHECK(Outcome->ExitCode == 3);
  CHECK(LateSignals == 0);
}

TEST_CASE("ChildProcess: nothing in it waits for a terminal") {
  // Else programs that ask for a password would stop for ever.
  const auto Outcome = runChild(shell("read -r _ _ _ _ _ session terminal _ "
                                      "</proc/self/stat; [ $session = $$ ] && "
                                      "[ $terminal = 0 ]"));
  REQUIRE(Outcome);
  CHECK(Outcome->ExitCode == 0);
}

TEST_CASE("ChildProcess: a handler of the caller's can end it") {
  int Life[2];
  REQUIRE(::pipe(Life) == 0);
  const pid_t Caller = ::fork();
  if (Caller == 0) {
    ::close(Life[0]);
    ::signal(SIGTERM, [](int Signal) {
      endWatchedProgram();
      ::signal(Signal, SIG_DFL);
      ::raise(Signal);
    });
    (void)runChild(
        shell("echo >&" + std::to_string(Life[1]) + "; exec sleep 1000"));
    ::_exit(1);
  }
  ::close(Life[1]);
  char Byte;
  REQUIRE(::read(Life[0], &Byte, 1) == 1);
  ::kill(Caller, SIGTERM);
  int State = 0;
  CHECK(::waitpid(Caller, &State, 0) == Caller);
  CHECK((WIFSIGNALED(State) && WTERMSIG(State) == SIGTERM));
  CHECK(::read(Life[0], &Byte, 1) == 0);
  ::close(Life[0]);
}
