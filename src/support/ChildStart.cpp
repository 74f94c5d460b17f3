// How programs are started
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ChildStart.h"
#include <cstring>
#include <unistd.h>

namespace mlgo {
namespace {
volatile std::sig_atomic_t WatchedGroup = 0;
volatile std::sig_atomic_t ForwardedSignal = SIGKILL;

extern "C" void forwardSignal(int Number) {
  if (WatchedGroup > 0)
    ::kill(-static_cast<pid_t>(WatchedGroup), ForwardedSignal);
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

int startProgram(
    std::vector<std::string> Arguments,
    const std::vector<std::pair<std::string, std::string>> &Environment,
    const posix_spawn_file_actions_t &Actions, pid_t &Process) {
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  posix_spawnattr_setpgroup(&Attributes, 0);
  // Who talks through pipes ignores this signal; programs are not to inherit
  // that.
  sigset_t Defaults;
  sigemptyset(&Defaults);
  sigaddset(&Defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&Attributes, &Defaults);
  posix_spawnattr_setflags(&Attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> Entries = buildEnvironment(Environment);
  const int Failure =
      posix_spawnp(&Process, Arguments[0].c_str(), &Actions, &Attributes,
                   pointersTo(Arguments).data(), pointersTo(Entries).data());
  posix_spawnattr_destroy(&Attributes);
  return Failure;
}

SignalGuard::SignalGuard(int Forwarded) {
  ForwardedSignal = Forwarded;
  struct sigaction Action = {};
  Action.sa_handler = forwardSignal;
  for (int I = 0; I < 3; ++I) {
    ::sigaction(Numbers[I], nullptr, &Before[I]);
    if (Before[I].sa_handler == SIG_DFL)
      ::sigaction(Numbers[I], &Action, nullptr);
  }
}

SignalGuard::~SignalGuard() {
  WatchedGroup = 0;
  for (int I = 0; I < 3; ++I)
    ::sigaction(Numbers[I], &Before[I], nullptr);
}

void SignalGuard::watch(pid_t Group) { WatchedGroup = Group; }
} // namespace mlgo
