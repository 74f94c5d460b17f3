// Forks without surprises by signals
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/QuietFork.h"
#include <csignal>
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace mlgo {
static void dropHandlers() {
  for (int Signal = 1; Signal < NSIG; ++Signal) {
    struct sigaction Action;
    if (::sigaction(Signal, nullptr, &Action) != 0 ||
        Action.sa_handler == SIG_DFL || Action.sa_handler == SIG_IGN)
      continue;
    Action.sa_handler = Signal == SIGINT ? SIG_IGN : SIG_DFL;
    Action.sa_flags = 0;
    ::sigaction(Signal, &Action, nullptr);
  }
}

pid_t forkQuietly() {
  sigset_t All, Before;
  sigfillset(&All);
  ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  const pid_t Process = ::fork();
  if (Process == 0)
    dropHandlers();
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  return Process;
}

void endWith(pid_t Parent) {
  ::signal(SIGTERM, SIG_DFL);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // A parent that ended before sends no signal.
  if (::getppid() != Parent)
    ::_exit(1);
}
} // namespace mlgo
