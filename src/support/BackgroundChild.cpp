// A program that runs beside its caller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/BackgroundChild.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace mlgo {
BackgroundChild::BackgroundChild(ProgramPlace Place)
    : Guard(SIGTERM), Place(Place) {}

BackgroundChild::~BackgroundChild() { end(); }

Result<std::unique_ptr<BackgroundChild>> BackgroundChild::start(
    const std::vector<std::string> &Arguments,
    const std::vector<std::pair<std::string, std::string>> &Environment,
    ProgramPlace Place) {
  if (Arguments.empty() || Arguments[0].empty())
    return Error("no program to run");
  std::unique_ptr<BackgroundChild> Child(new BackgroundChild(Place));
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  pid_t Process = 0;
  const int Failure = startProgram(Arguments, Environment, Actions, Place,
                                   Child->Guard, Process);
  posix_spawn_file_actions_destroy(&Actions);
  if (Failure) {
    Child->Ended = true;
    return Error(Arguments[0] + ": cannot start: " + std::strerror(Failure));
  }
  Child->Process = Process;
  return Child;
}

bool BackgroundChild::hasEnded() {
  if (Ended || !hasProgramEnded(Process))
    return Ended;
  // What is left of its own group has nobody to talk to any more. The number of
  // the group is nobody else's until the program is waited for.
  if (Place == ProgramPlace::OwnSession)
    signalProgram(Process, Place, SIGKILL);
  Guard.unwatch();
  while (::waitpid(Process, &State, 0) < 0 && errno == EINTR)
    ;
  Ended = true;
  return true;
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
  signalProgram(Process, Place, SIGTERM);
  if (awaitEnd(2))
    return;
  signalProgram(Process, Place, SIGKILL);
  awaitEnd(0);
}

int BackgroundChild::exitCode() const {
  return WIFSIGNALED(State) ? 128 + WTERMSIG(State) : WEXITSTATUS(State);
}
} // namespace mlgo
