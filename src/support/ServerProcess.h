// A forked process that is asked
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include "support/MessagePipe.h"
#include <functional>

namespace mlgo {
/// A forked process with a pipe to it and one from it. It is killed with the
/// object, and ends, by SIGTERM, with the process that started it. Not thread
/// safe.
class ServerProcess {
public:
  ServerProcess() = default;
  ~ServerProcess() { stop(); }
  ServerProcess(const ServerProcess &) = delete;
  ServerProcess &operator=(const ServerProcess &) = delete;

  /// What the process does with the pipe of requests and the one of answers.
  /// When it returns, the process exits with code 0, without any clean-up.
  using Service = std::function<void(int RequestPipe, int AnswerPipe)>;

  /// Forks; a process that runs is stopped first. In the process all pipes to
  /// and from other servers are closed, interrupts are ignored and no signal
  /// has a handler. The caller must have no other threads.
  Status start(const Service &Serve);

  /// Kills the process, if there is one.
  void stop();

  /// The same by SIGTERM first, at which it ends what it has started itself.
  void end();

  /// Waits for a process whose pipe has ended, and says how it went: for
  /// example "killed by signal 11". One that goes on without its pipes is
  /// killed.
  std::string awaitEnd();

  /// After awaitEnd: somebody else killed it (SIGKILL), for example the kernel,
  /// short of memory. It may do better next time.
  bool wasKilled() const { return WasKilled; }

  bool isRunning() const { return Process >= 0; }
  int process() const { return Process; }
  int requestPipe() const { return RequestPipe; } ///< To be written to.
  int answerPipe() const { return AnswerPipe; }   ///< To be read from.

  /// Reads what comes through answerPipe.
  MessageReader Answers;

private:
  void closePipes();

  int Process = -1;
  bool WasKilled = false;
  int RequestPipe = -1, AnswerPipe = -1;
};
} // namespace mlgo
