//===- ProcessPool.cpp - Runs tasks in forked processes -------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/support/ProcessPool.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace mlgo {
namespace {

struct Running {
  size_t Index;
  pid_t Process;
  int Pipe;
  std::string Output;
};

/// Writes the result and ends the child. A trailing byte tells the parent that
/// the result is whole.
[[noreturn]] void finishChild(int Pipe, std::string Output) {
  Output.push_back('.');
  size_t Done = 0;
  while (Done < Output.size()) {
    ssize_t N = ::write(Pipe, Output.data() + Done, Output.size() - Done);
    if (N < 0 && errno != EINTR)
      ::_exit(1);
    Done += N > 0 ? static_cast<size_t>(N) : 0;
  }
  ::_exit(0);
}

TaskOutcome reap(Running &Task) {
  ::close(Task.Pipe);
  int State = 0;
  while (::waitpid(Task.Process, &State, 0) < 0 && errno == EINTR)
    ;
  TaskOutcome Outcome;
  Outcome.Ok = WIFEXITED(State) && WEXITSTATUS(State) == 0 &&
               !Task.Output.empty() && Task.Output.back() == '.';
  if (Outcome.Ok) {
    Task.Output.pop_back();
    Outcome.Output = std::move(Task.Output);
  } else if (WIFSIGNALED(State) && WTERMSIG(State) == SIGALRM) {
    Outcome.Failure = "ran into its deadline";
  } else if (WIFSIGNALED(State)) {
    Outcome.Failure = "killed by signal " + std::to_string(WTERMSIG(State));
  } else {
    Outcome.Failure = "exited with code " + std::to_string(WEXITSTATUS(State));
  }
  return Outcome;
}

/// Starts one task; false, with errno, if the system refuses.
bool start(size_t Index, unsigned DeadlineSeconds,
           const std::function<std::string(size_t)> &Task,
           std::vector<Running> &Tasks) {
  int Pipe[2];
  if (::pipe(Pipe) != 0)
    return false;
  std::fflush(nullptr);
  pid_t Process = ::fork();
  if (Process == 0) {
    ::close(Pipe[0]);
    ::alarm(DeadlineSeconds);
    finishChild(Pipe[1], Task(Index));
  }
  ::close(Pipe[1]);
  if (Process < 0) {
    ::close(Pipe[0]);
    return false;
  }
  Tasks.push_back({Index, Process, Pipe[0], {}});
  return true;
}

/// Reads what is there; true when the child has closed its end.
bool readMore(Running &Task) {
  char Buffer[1 << 16];
  ssize_t N = ::read(Task.Pipe, Buffer, sizeof(Buffer));
  if (N < 0)
    return errno != EINTR;
  Task.Output.append(Buffer, static_cast<size_t>(N));
  return N == 0;
}

} // namespace

void runInProcesses(size_t Count, unsigned Jobs, unsigned DeadlineSeconds,
                    const std::function<std::string(size_t)> &Task,
                    const std::function<void(size_t, TaskOutcome)> &Done) {
  std::vector<Running> Tasks;
  size_t Next = 0;
  while (Next < Count || !Tasks.empty()) {
    while (Next < Count && Tasks.size() < std::max(1u, Jobs)) {
      if (!start(Next, DeadlineSeconds, Task, Tasks)) {
        TaskOutcome Outcome;
        Outcome.Failure = std::string("cannot start: ") + std::strerror(errno);
        Done(Next, std::move(Outcome));
      }
      ++Next;
    }
    std::vector<pollfd> Waiting;
    for (const Running &R : Tasks)
      Waiting.push_back({R.Pipe, POLLIN, 0});
    if (::poll(Waiting.data(), Waiting.size(), -1) < 0)
      continue;
    for (size_t I = Tasks.size(); I-- > 0;) {
      if (!Waiting[I].revents || !readMore(Tasks[I]))
        continue;
      Running Finished = std::move(Tasks[I]);
      Tasks.erase(Tasks.begin() + I);
      size_t Index = Finished.Index;
      Done(Index, reap(Finished));
    }
  }
}

} // namespace mlgo
