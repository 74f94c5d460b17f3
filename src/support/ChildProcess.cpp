// Programs run with a deadline
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ChildProcess.h"
#include "support/ChildStart.h"
#include "support/Text.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlgo {
namespace {
/// A captured stream: our end of the pipe and what came through it.
struct Stream {
  int Ours = -1;
  int Theirs = -1;
  std::string *Into = nullptr;

  ~Stream() {
    closeEnd(Ours);
    closeEnd(Theirs);
  }
  static void closeEnd(int &End) {
    if (End >= 0)
      ::close(End);
    End = -1;
  }
  bool open(std::string &Sink) {
    int Ends[2];
    if (::pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    Ours = Ends[0], Theirs = Ends[1], Into = &Sink;
    return ::fcntl(Ours, F_SETFL, O_NONBLOCK) == 0;
  }
  /// Takes what is there; false when more than \p Max bytes have come.
  bool drain(size_t Max) {
    char Block[1 << 16];
    while (Ours >= 0) {
      ssize_t N = ::read(Ours, Block, sizeof(Block));
      if (N > 0)
        Into->append(Block, static_cast<size_t>(N));
      else if (N == 0)
        closeEnd(Ours);
      else if (errno != EINTR)
        break;
      if (Into->size() > Max)
        return false;
    }
    return true;
  }
};

/// Starts \p Command; 0 or an error number as posix_spawn returns it.
int start(const ChildCommand &Command, const Stream (&Streams)[2],
          SignalGuard &Guard, pid_t &Process) {
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  // Paths are the caller's, so files are opened before the folder changes.
  const char *Input =
      Command.InputFile.empty() ? "/dev/null" : Command.InputFile.c_str();
  posix_spawn_file_actions_addopen(&Actions, 0, Input, O_RDONLY, 0);
  if (Command.LogFile.empty()) {
    posix_spawn_file_actions_adddup2(&Actions, Streams[0].Theirs, 1);
    posix_spawn_file_actions_adddup2(&Actions, Streams[1].Theirs, 2);
  } else {
    posix_spawn_file_actions_addopen(&Actions, 1, Command.LogFile.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0666);
    posix_spawn_file_actions_adddup2(&Actions, 1, 2);
  }
  if (!Command.Folder.empty())
    posix_spawn_file_actions_addchdir_np(&Actions, Command.Folder.c_str());

  const int Failure =
      startProgram(Command.Arguments, Command.Environment, Actions,
                   ProgramPlace::OwnSession, Guard, Process);
  posix_spawn_file_actions_destroy(&Actions);
  return Failure;
}

struct WaitHook {
  std::function<void(const ChildCommand &)> Call;
  pid_t Owner = 0;
};

WaitHook &waitHook() {
  static WaitHook Only;
  return Only;
}

/// Waits for the end of \p Process, which stays to be waited for, while
/// emptying the pipes. Returns what went wrong, or null.
const char *supervise(const ChildCommand &Command, Stream (&Streams)[2],
                      pid_t Process) {
  using Clock = std::chrono::steady_clock;
  const auto End = Clock::now() + std::chrono::seconds(Command.DeadlineSeconds);
  int WaitMilliseconds = 1;
  auto NextCall = Clock::now() + std::chrono::seconds(1);
  while (true) {
    // A grandchild can hold the pipes open for longer than the child lives, so
    // it is the child that is waited for; the poll is only a short sleep.
    const bool HasEnded = hasProgramEnded(Process);
    for (Stream &Each : Streams)
      if (!Each.drain(Command.MaxOutputBytes))
        return "wrote more output than allowed";
    if (HasEnded)
      return nullptr;
    if (Command.DeadlineSeconds && Clock::now() >= End)
      return "ran into its deadline";
    if (Clock::now() >= NextCall) {
      noteWaiting(Command);
      NextCall = Clock::now() + std::chrono::seconds(1);
    }
    pollfd Polled[2] = {{Streams[0].Ours, POLLIN, 0},
                        {Streams[1].Ours, POLLIN, 0}};
    ::poll(Polled, 2, WaitMilliseconds);
    if (WaitMilliseconds < 20)
      ++WaitMilliseconds;
  }
}
} // namespace

void whileWaiting(std::function<void(const ChildCommand &)> Hook) {
  waitHook() = {std::move(Hook), ::getpid()};
}

void noteWaiting(const ChildCommand &Command) {
  if (const WaitHook &Hook = waitHook(); Hook.Call && Hook.Owner == ::getpid())
    Hook.Call(Command);
}

std::string describe(const ChildCommand &Command) {
  return joinText(Command.Arguments, " ");
}

Result<ChildOutcome> runChild(const ChildCommand &Command) {
  if (Command.Arguments.empty() || Command.Arguments[0].empty())
    return Error("no program to run");
  ChildOutcome Outcome;
  Stream Streams[2];
  if (Command.LogFile.empty() && (!Streams[0].open(Outcome.Output) ||
                                  !Streams[1].open(Outcome.ErrorOutput)))
    return Error(std::string("cannot create a pipe: ") + std::strerror(errno));

  SignalGuard Guard(SIGKILL);
  pid_t Process = 0;
  if (int Failure = start(Command, Streams, Guard, Process))
    return Error(Command.Arguments[0] +
                 ": cannot start: " + std::strerror(Failure));
  for (Stream &Each : Streams)
    Stream::closeEnd(Each.Theirs);

  int State = 0;
  const char *Wrong = supervise(Command, Streams, Process);
  // Before it is waited for: then the group may be another's.
  signalProgram(Process, ProgramPlace::OwnSession, SIGKILL);
  Guard.unwatch();
  while (::waitpid(Process, &State, 0) < 0 && errno == EINTR)
    ;
  if (Wrong)
    return Error(Command.Arguments[0] + ": " + Wrong +
                 (Command.DeadlineSeconds
                      ? " (" + std::to_string(Command.DeadlineSeconds) + " s)"
                      : ""));
  Outcome.EndedBySignal = WIFSIGNALED(State);
  Outcome.ExitCode =
      WIFSIGNALED(State) ? 128 + WTERMSIG(State) : WEXITSTATUS(State);
  return Outcome;
}
} // namespace mlgo
