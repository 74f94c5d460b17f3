// How programs are started
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <csignal>
#include <spawn.h>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace mlgo {
/// Where a program stands beside its caller.
enum class ProgramPlace {
  /// It leads a session, and so a process group, of its own: all of that can be
  /// ended at once, and nothing of it has a terminal to wait for.
  OwnSession,
  /// It is one of the caller's group: a terminal is as much its own.
  CallersGroup
};

/// Sends \p Signal to \p Process, a child that has not been waited for, and to
/// all of its group if it leads one.
void signalProgram(pid_t Process, ProgramPlace Place, int Signal);

/// Whether the child \p Process has ended. It stays to be waited for, so that
/// its number, and that of its group, are nobody else's.
bool hasProgramEnded(pid_t Process);

/// While alive, an interrupt, hang-up or termination of this process reaches
/// a child as \p Forwarded, and then this process as it would have without one.
/// Signals that are ignored or handled already stay so; who handles them calls
/// endWatchedProgram() before the process ends. One at a time.
class SignalGuard {
public:
  explicit SignalGuard(int Forwarded);
  ~SignalGuard();
  SignalGuard(const SignalGuard &) = delete;
  SignalGuard &operator=(const SignalGuard &) = delete;

  /// The child is to hear of signals.
  void watch(pid_t Process, ProgramPlace Place);
  /// No child is. To be called before it is waited for.
  void unwatch();

private:
  struct sigaction Before[3];
};

/// Starts \p Arguments at \p Place, with this process's environment in which
/// \p Environment replaces equal names, and has \p Guard watch the program: no
/// signal comes between. Returns 0 or an error number as posix_spawn does.
int startProgram(
    std::vector<std::string> Arguments,
    const std::vector<std::pair<std::string, std::string>> &Environment,
    const posix_spawn_file_actions_t &Actions, ProgramPlace Place,
    SignalGuard &Guard, pid_t &Process);

/// Forwards its signal to the child that a SignalGuard watches, if there is
/// one. For handlers of signals.
void endWatchedProgram();
} // namespace mlgo
