// How programs are started
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ChildStart.h"
#include <cerrno>
#include <cstring>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlgo {
namespace {
constexpr int ForwardedNumbers[3] = {SIGINT, SIGTERM, SIGHUP};

/// A process, or the negative number of a group, as kill() has them.
volatile std::sig_atomic_t Watched = 0;
volatile std::sig_atomic_t ForwardedSignal = SIGKILL;

pid_t asTarget(pid_t Process, ProgramPlace Place) {
  return Place == ProgramPlace::OwnSession ? -Process : Process;
}

extern "C" void forwardSignal(int Number) {
  endWatchedProgram();
  std::signal(Number, SIG_DFL);
  std::raise(Number);
}

std::vector<std::string>
buildEnvironment(const std::vector<std::pair<std::string, std::string>> &Own) {
  std::vector<std::string> Entries;
  for (char **Entry = environ; *Entry; ++Entry) {
    bool Replaced = false;
    for (const auto &[Name, Value] : Own)
      Replaced |=
          std::strncmp(*Entry, (Name + "=").c_str(), Name.size() + 1) == 0;
    if (!Replaced)
      Entries.push_back(*Entry);
  }
  for (const auto &[Name, Value] : Own)
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
} // namespace

void signalProgram(pid_t Process, ProgramPlace Place, int Signal) {
  ::kill(asTarget(Process, Place), Signal);
}

bool hasProgramEnded(pid_t Process) {
  siginfo_t Info = {};
  const int Found = ::waitid(P_PID, static_cast<id_t>(Process), &Info,
                             WEXITED | WNOHANG | WNOWAIT);
  return Found == 0 ? Info.si_pid == Process : errno != EINTR;
}

void endWatchedProgram() {
  const int Kept = errno;
  if (const pid_t Target = Watched)
    ::kill(Target, ForwardedSignal);
  errno = Kept;
}

SignalGuard::SignalGuard(int Forwarded) {
  ForwardedSignal = Forwarded;
  struct sigaction Action = {};
  Action.sa_handler = forwardSignal;
  for (int I = 0; I < 3; ++I) {
    ::sigaction(ForwardedNumbers[I], nullptr, &Before[I]);
    if (Before[I].sa_handler == SIG_DFL)
      ::sigaction(ForwardedNumbers[I], &Action, nullptr);
  }
}

SignalGuard::~SignalGuard() {
  unwatch();
  for (int I = 0; I < 3; ++I)
    ::sigaction(ForwardedNumbers[I], &Before[I], nullptr);
}

void SignalGuard::watch(pid_t Process, ProgramPlace Place) {
  Watched = asTarget(Process, Place);
}

void SignalGuard::unwatch() { Watched = 0; }

int startProgram(
    std::vector<std::string> Arguments,
    const std::vector<std::pair<std::string, std::string>> &Environment,
    const posix_spawn_file_actions_t &Actions, ProgramPlace Place,
    SignalGuard &Guard, pid_t &Process) {
  sigset_t Forwarded, Before;
  sigemptyset(&Forwarded);
  for (const int Number : ForwardedNumbers)
    sigaddset(&Forwarded, Number);
  ::pthread_sigmask(SIG_BLOCK, &Forwarded, &Before);
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  posix_spawnattr_setsigmask(&Attributes, &Before);
  // A caller may ignore this signal; programs are not to inherit that.
  sigset_t Defaults;
  sigemptyset(&Defaults);
  sigaddset(&Defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&Attributes, &Defaults);
  const int Session =
      Place == ProgramPlace::OwnSession ? POSIX_SPAWN_SETSID : 0;
  posix_spawnattr_setflags(&Attributes,
                           static_cast<short>(Session | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK));
  std::vector<std::string> Entries = buildEnvironment(Environment);
  const int Failure =
      posix_spawnp(&Process, Arguments[0].c_str(), &Actions, &Attributes,
                   pointersTo(Arguments).data(), pointersTo(Entries).data());
  posix_spawnattr_destroy(&Attributes);
  if (!Failure)
    Guard.watch(Process, Place);
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  return Failure;
}
} // namespace mlgo
