// Runs tasks in forked processes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ProcessPool.h"
#include "support/QuietFork.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace mlgo {
namespace {
struct Running {
  size_t Index;
  ForkedProcess Child;
  std::string Output;
};

TaskOutcome reap(const ForkedProcess &Child, std::string Output) {
  ::close(Child.Pipe);
  int State = 0;
  while (::waitpid(Child.Process, &State, 0) < 0 && errno == EINTR)
    ;
  TaskOutcome Outcome;
  // A trailing byte tells that the result is whole.
  Outcome.Ok = WIFEXITED(State) && WEXITSTATUS(State) == 0 && !Output.empty() &&
               Output.back() == '.';
  if (Outcome.Ok) {
    Output.pop_back();
    Outcome.Output = std::move(Output);
  } else if (WIFSIGNALED(State) &&
             (WTERMSIG(State) == SIGALRM || WTERMSIG(State) == SIGPROF)) {
    Outcome.Failure = "ran into its deadline";
    Outcome.IsOfMachine = true;
  } else if (WIFSIGNALED(State)) {
    Outcome.Failure = "killed by signal " + std::to_string(WTERMSIG(State));
    // By the kernel, short of memory, or by somebody.
    Outcome.IsOfMachine = WTERMSIG(State) == SIGKILL;
  } else {
    Outcome.Failure = "exited with code " + std::to_string(WEXITSTATUS(State));
  }
  return Outcome;
}

/// Starts one task.
Status start(size_t Index, unsigned DeadlineSeconds,
             const std::function<std::string(size_t)> &Task,
             std::vector<Running> &Tasks) {
  ForkedProcess Forked = MLGO_TRY(forkProcess(DeadlineSeconds));
  if (Forked.IsChild)
    endChild(Forked, Task(Index));
  Tasks.push_back({Index, Forked, {}});
  return Success();
}

/// Reads what is there; true when the child has closed its end.
bool readMore(const ForkedProcess &Child, std::string &Output) {
  char Buffer[1 << 16];
  ssize_t N = ::read(Child.Pipe, Buffer, sizeof(Buffer));
  if (N < 0)
    return errno != EINTR;
  Output.append(Buffer, static_cast<size_t>(N));
  return N == 0;
}
} // namespace

/// Who started us may ignore or block what is to end this process.
static void allowDeadline(int Signal) {
  ::signal(Signal, SIG_DFL);
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, Signal);
  ::pthread_sigmask(SIG_UNBLOCK, &Set, nullptr);
}

Result<ForkedProcess> forkProcess(unsigned DeadlineSeconds) {
  int Pipe[2];
  // Programs that others start meanwhile would keep the child's end open.
  if (::pipe2(Pipe, O_CLOEXEC) != 0)
    return Error(std::string("cannot make a pipe: ") + std::strerror(errno));
  std::fflush(nullptr);
  const pid_t Caller = ::getpid();
  const pid_t Process = forkQuietly();
  const int Failure = errno;
  if (Process == 0) {
    endWith(Caller);
    ::close(Pipe[0]);
    if (DeadlineSeconds)
      allowDeadline(SIGALRM);
    ::alarm(DeadlineSeconds);
    return ForkedProcess{true, Pipe[1], -1};
  }
  ::close(Pipe[1]);
  if (Process < 0) {
    ::close(Pipe[0]);
    return Error(std::string("cannot fork: ") + std::strerror(Failure));
  }
  return ForkedProcess{false, Pipe[0], Process};
}

void limitProcessorTime(unsigned Seconds) {
  for (const int Signal : {SIGPROF, SIGALRM})
    allowDeadline(Signal);
  itimerval Timer = {};
  Timer.it_value.tv_sec = Seconds;
  // SIGPROF, which ends a process.
  ::setitimer(ITIMER_PROF, &Timer, nullptr);
  constexpr unsigned Longest = ~0u / ClockPerProcessorTime;
  ::alarm(ClockPerProcessorTime * std::min(Seconds, Longest));
}

void endChild(const ForkedProcess &Child, std::string Output) {
  Output.push_back('.');
  size_t Done = 0;
  while (Done < Output.size()) {
    ssize_t N = ::write(Child.Pipe, Output.data() + Done, Output.size() - Done);
    if (N < 0 && errno != EINTR)
      ::_exit(1);
    Done += N > 0 ? static_cast<size_t>(N) : 0;
  }
  ::_exit(0);
}

TaskOutcome awaitChild(const ForkedProcess &Child) {
  std::string Output;
  while (!readMore(Child, Output))
    ;
  return reap(Child, std::move(Output));
}

void runInProcesses(size_t Count, unsigned Jobs, unsigned DeadlineSeconds,
                    const std::function<std::string(size_t)> &Task,
                    const std::function<void(size_t, TaskOutcome)> &Done,
                    const std::function<bool()> &ShouldStop) {
  std::vector<Running> Tasks;
  size_t Next = 0;
  bool IsStopping = false;
  while (Next < Count || !Tasks.empty()) {
    if (!IsStopping && ShouldStop && ShouldStop()) {
      IsStopping = true;
      for (const Running &R : Tasks)
        ::kill(R.Child.Process, SIGTERM);
      for (; Next < Count; ++Next)
        Done(Next, {false, "", "interrupted", true});
    }
    while (Next < Count && Tasks.size() < std::max(1u, Jobs)) {
      if (Status Started = start(Next, DeadlineSeconds, Task, Tasks); !Started)
        Done(Next, {false, "", Started.error().message(), true});
      ++Next;
    }
    // Nothing could be begun, or nothing more is to be.
    if (Tasks.empty())
      continue;
    std::vector<pollfd> Waiting;
    for (const Running &R : Tasks)
      Waiting.push_back({R.Child.Pipe, POLLIN, 0});
    // A signal may come between the question and the wait.
    const int Milliseconds = ShouldStop && !IsStopping ? 100 : -1;
    if (::poll(Waiting.data(), Waiting.size(), Milliseconds) <= 0)
      continue;
    for (size_t I = Tasks.size(); I-- > 0;) {
      if (!Waiting[I].revents || !readMore(Tasks[I].Child, Tasks[I].Output))
        continue;
      Running Finished = std::move(Tasks[I]);
      Tasks.erase(Tasks.begin() + I);
      size_t Index = Finished.Index;
      Done(Index, reap(Finished.Child, std::move(Finished.Output)));
    }
  }
}
} // namespace mlgo
