//===- ChildProcess.cpp - Programs run with a deadline --------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/support/ChildProcess.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlgo {
namespace {

volatile std::sig_atomic_t RunningGroup = 0;

extern "C" void forwardSignal(int Number) {
  if (RunningGroup > 0)
    ::kill(-static_cast<pid_t>(RunningGroup), SIGKILL);
  std::signal(Number, SIG_DFL);
  std::raise(Number);
}

/// Forwards interrupts to the child while alive, unless the caller ignores or
/// handles them already.
class SignalGuard {
public:
  SignalGuard() {
    struct sigaction Action = {};
    Action.sa_handler = forwardSignal;
    for (int I = 0; I < 2; ++I) {
      ::sigaction(Numbers[I], nullptr, &Before[I]);
      if (Before[I].sa_handler == SIG_DFL)
        ::sigaction(Numbers[I], &Action, nullptr);
    }
  }
  ~SignalGuard() {
    RunningGroup = 0;
    for (int I = 0; I < 2; ++I)
      ::sigaction(Numbers[I], &Before[I], nullptr);
  }
  SignalGuard(const SignalGuard &) = delete;
  SignalGuard &operator=(const SignalGuard &) = delete;

private:
  static constexpr int Numbers[2] = {SIGINT, SIGTERM};
  struct sigaction Before[2];
};

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

std::vector<std::string> buildEnvironment(const ChildCommand &Command) {
  std::vector<std::string> Entries;
  for (char **Entry = environ; *Entry; ++Entry) {
    bool Replaced = false;
    for (const auto &[Name, Value] : Command.Environment)
      Replaced |=
          std::strncmp(*Entry, (Name + "=").c_str(), Name.size() + 1) == 0;
    if (!Replaced)
      Entries.push_back(*Entry);
  }
  for (const auto &[Name, Value] : Command.Environment)
    Entries.push_back(Name + "=" + Value);
  return Entries;
}

std::vector<char *> pointersTo(std::vector<std::string> &Strings) {
  std::vector<char *> Pointers;
  for (std::string &Text : Strings)
    Pointers.push_back(Text.data());
  Pointers.push_back(nullptr);
  return Pointers;
}

/// Starts \p Command; 0 or an error number as posix_spawn returns it.
int start(const ChildCommand &Command, const Stream (&Streams)[2],
          pid_t &Process) {
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

  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  posix_spawnattr_setpgroup(&Attributes, 0);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETPGROUP);

  std::vector<std::string> Arguments = Command.Arguments;
  std::vector<std::string> Environment = buildEnvironment(Command);
  int Failure = posix_spawnp(&Process, Arguments[0].c_str(), &Actions,
                             &Attributes, pointersTo(Arguments).data(),
                             pointersTo(Environment).data());
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Actions);
  return Failure;
}

/// Waits for the end of \p Process while emptying the pipes. Returns what went
/// wrong, or null.
const char *supervise(const ChildCommand &Command, Stream (&Streams)[2],
                      pid_t Process, int &State) {
  using Clock = std::chrono::steady_clock;
  const auto End = Clock::now() + std::chrono::seconds(Command.DeadlineSeconds);
  int WaitMilliseconds = 1;
  while (true) {
    // A grandchild can hold the pipes open for longer than the child lives, so
    // it is the child that is waited for; the poll is only a short sleep.
    pid_t Ended = ::waitpid(Process, &State, WNOHANG);
    for (Stream &Each : Streams)
      if (!Each.drain(Command.MaxOutputBytes))
        return "wrote more output than allowed";
    if (Ended == Process)
      return nullptr;
    if (Command.DeadlineSeconds && Clock::now() >= End)
      return "ran into its deadline";
    pollfd Polled[2] = {{Streams[0].Ours, POLLIN, 0},
                        {Streams[1].Ours, POLLIN, 0}};
    ::poll(Polled, 2, WaitMilliseconds);
    if (WaitMilliseconds < 20)
      ++WaitMilliseconds;
  }
}

} // namespace

std::string describe(const ChildCommand &Command) {
  std::string Line;
  for (const std::string &Argument : Command.Arguments)
    Line += (Line.empty() ? "" : " ") + Argument;
  return Line;
}

Result<ChildOutcome> runChild(const ChildCommand &Command) {
  if (Command.Arguments.empty() || Command.Arguments[0].empty())
    return Error("no program to run");
  ChildOutcome Outcome;
  Stream Streams[2];
  if (Command.LogFile.empty() && (!Streams[0].open(Outcome.Output) ||
                                  !Streams[1].open(Outcome.ErrorOutput)))
    return Error(std::string("cannot create a pipe: ") + std::strerror(errno));

  SignalGuard Guard;
  pid_t Process = 0;
  if (int Failure = start(Command, Streams, Process))
    return Error(Command.Arguments[0] +
                 ": cannot start: " + std::strerror(Failure));
  RunningGroup = Process;
  for (Stream &Each : Streams)
    Stream::closeEnd(Each.Theirs);

  int State = 0;
  const char *Wrong = supervise(Command, Streams, Process, State);
  ::kill(-Process, SIGKILL);
  if (Wrong) {
    while (::waitpid(Process, &State, 0) < 0 && errno == EINTR)
      ;
    return Error(Command.Arguments[0] + ": " + Wrong +
                 (Command.DeadlineSeconds
                      ? " (" + std::to_string(Command.DeadlineSeconds) + " s)"
                      : ""));
  }
  Outcome.EndedBySignal = WIFSIGNALED(State);
  Outcome.ExitCode =
      WIFSIGNALED(State) ? 128 + WTERMSIG(State) : WEXITSTATUS(State);
  return Outcome;
}

} // namespace mlgo
