// A program that runs beside its caller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/BackgroundChild.h"
#include "support/ChildStart.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace mlgo {
BackgroundChild::BackgroundChild()
    : Guard(std::make_unique<SignalGuard>(SIGTERM)) {}

BackgroundChild::~BackgroundChild() { end(); }

Result<std::unique_ptr<BackgroundChild>> BackgroundChild::start(
    const std::vector<std::string> &Arguments,
    const std::vector<std::pair<std::string, std::string>> &Environment) {
  if (Arguments.empty() || Arguments[0].empty())
    return Error("no program to run");
  std::unique_ptr<BackgroundChild> Child(new BackgroundChild());
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  pid_t Process = 0;
  const int Failure = startProgram(Arguments, Environment, Actions, Process);
  posix_spawn_file_actions_destroy(&Actions);
  if (Failure) {
    Child->Ended = true;
    return Error(Arguments[0] + ": cannot start: " + std::strerror(Failure));
  }
  Child->Process = Process;
  Child->Guard->watch(Process);
  return Child;
}

bool BackgroundChild::hasEnded() {
  if (Ended)
    return true;
  const pid_t Found = ::waitpid(Process, &State, WNOHANG);
  Ended = Found == Process || (Found < 0 && errno != EINTR);
  // What is left of the group has nobody to talk to any more. The number of a
  // group is not given away while the group has members.
  if (Ended) {
    Guard->watch(0);
    ::kill(-Process, SIGKILL);
  }
  return Ended;
}

bool BackgroundChild::awaitEnd(unsigned Seconds) {
  using Clock = std::chrono::steady_clock;
  const auto Deadline = Clock::now() + std::chrono::seconds(Seconds);
  unsigned Microseconds = 500;
  while (!hasEnded()) {
    if (Seconds && Clock::now() >= Deadline)
      return false;
    ::usleep(Microseconds);
    if (Microseconds < 20000)
      Microseconds += Microseconds / 2;
  }
  return true;
}

void BackgroundChild::end() {
  if (hasEnded())
    return;
  ::kill(-Process, SIGTERM);
  if (awaitEnd(2))
    return;
  ::kill(-Process, SIGKILL);
  awaitEnd(0);
}

int BackgroundChild::exitCode() const {
  return WIFSIGNALED(State) ? 128 + WTERMSIG(State) : WEXITSTATUS(State);
}
} // namespace mlgo
