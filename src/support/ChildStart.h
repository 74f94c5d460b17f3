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
/// Starts \p Arguments as the leader of a process group of its own, with this
/// process's environment in which \p Environment replaces equal names. Returns
/// 0 or an error number as posix_spawn does.
int startProgram(
    std::vector<std::string> Arguments,
    const std::vector<std::pair<std::string, std::string>> &Environment,
    const posix_spawn_file_actions_t &Actions, pid_t &Process);

/// While alive, an interrupt, hang-up or termination of this process reaches
/// the group of a child as \p Forwarded, and then this process as it would
/// have without one. Signals that are ignored or handled already stay so. One
/// at a time.
class SignalGuard {
public:
  explicit SignalGuard(int Forwarded);
  ~SignalGuard();
  SignalGuard(const SignalGuard &) = delete;
  SignalGuard &operator=(const SignalGuard &) = delete;

  /// The group that is to hear of signals; 0: none.
  void watch(pid_t Group);

private:
  static constexpr int Numbers[3] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction Before[3];
};
} // namespace mlgo
