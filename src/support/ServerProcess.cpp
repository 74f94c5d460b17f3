// A forked process that is asked
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ServerProcess.h"
#include "support/QuietFork.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace mlgo {
/// What Linux allows every user.
constexpr int PipeBytes = 1 << 20;

/// The pipes of all servers of this process: while a copy of its end is open in
/// another server, none of them would notice that its requests have ended.
static std::set<int> &openPipes() {
  static std::set<int> Pipes;
  return Pipes;
}

[[noreturn]] static void serve(const ServerProcess::Service &Serve,
                               int RequestPipe, int AnswerPipe) {
  for (const int Pipe : openPipes())
    ::close(Pipe);
  openPipes().clear();
  // An interrupt is the parent's affair, whose end is the servers' end.
  ::signal(SIGINT, SIG_IGN);
  Serve(RequestPipe, AnswerPipe);
  ::_exit(0);
}

Status ServerProcess::start(const Service &Serve) {
  stop();
  int Requests[2], Replies[2];
  if (::pipe2(Requests, O_CLOEXEC) != 0)
    return Error(std::string("cannot make a pipe: ") + std::strerror(errno));
  if (::pipe2(Replies, O_CLOEXEC) != 0) {
    ::close(Requests[0]);
    ::close(Requests[1]);
    return Error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  // Long messages take fewer turns of both processes.
  for (const int Pipe : {Requests[1], Replies[1]})
    ::fcntl(Pipe, F_SETPIPE_SZ, PipeBytes);
  std::fflush(nullptr);
  const pid_t Parent = ::getpid();
  const pid_t Forked = forkQuietly();
  const int Failure = errno;
  if (Forked == 0) {
    endWith(Parent);
    ::close(Requests[1]);
    ::close(Replies[0]);
    serve(Serve, Requests[0], Replies[1]);
  }
  ::close(Requests[0]);
  ::close(Replies[1]);
  if (Forked < 0) {
    ::close(Requests[1]);
    ::close(Replies[0]);
    return Error(std::string("cannot fork: ") + std::strerror(Failure));
  }
  Process = Forked;
  RequestPipe = Requests[1];
  AnswerPipe = Replies[0];
  openPipes().insert({RequestPipe, AnswerPipe});
  return Success();
}

void ServerProcess::closePipes() {
  for (const int Pipe : {RequestPipe, AnswerPipe}) {
    openPipes().erase(Pipe);
    ::close(Pipe);
  }
  RequestPipe = AnswerPipe = -1;
  Answers = MessageReader();
}

void ServerProcess::stop() {
  if (!isRunning())
    return;
  ::kill(Process, SIGKILL);
  awaitEnd();
}

void ServerProcess::end() {
  if (!isRunning())
    return;
  ::kill(Process, SIGTERM);
  awaitEnd();
}

/// Waits for a process that has closed its pipe, and is therefore about to end.
/// False if it does not end.
static bool endsSoon(int Process, int &State) {
  for (int Milliseconds = 0; Milliseconds < 1000; ++Milliseconds) {
    const int Ended = ::waitpid(Process, &State, WNOHANG);
    if (Ended == Process || (Ended < 0 && errno != EINTR))
      return true;
    ::usleep(1000);
  }
  return false;
}

std::string ServerProcess::awaitEnd() {
  closePipes();
  int State = 0;
  const bool Ended = endsSoon(Process, State);
  if (!Ended) {
    ::kill(Process, SIGKILL);
    while (::waitpid(Process, &State, 0) < 0 && errno == EINTR)
      ;
  }
  Process = -1;
  WasKilled = Ended && WIFSIGNALED(State) && WTERMSIG(State) == SIGKILL;
  if (WIFSIGNALED(State))
    return "killed by signal " + std::to_string(WTERMSIG(State));
  return "exited with code " + std::to_string(WEXITSTATUS(State));
}
} // namespace mlgo
