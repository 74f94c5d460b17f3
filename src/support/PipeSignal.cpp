// Writes to pipes that nobody reads
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/PipeSignal.h"
#include <cerrno>
#include <ctime>
#include <pthread.h>

namespace mlgo {
PipeSignalGuard::PipeSignalGuard() {
  sigemptyset(&Pipe);
  sigaddset(&Pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &Pipe, &Old);
  // Only a signal that was blocked can have been left pending.
  sigset_t Pending;
  WasPending = sigismember(&Old, SIGPIPE) == 1 && ::sigpending(&Pending) == 0 &&
               sigismember(&Pending, SIGPIPE) == 1;
}

PipeSignalGuard::~PipeSignalGuard() {
  const int Kept = errno;
  const timespec Now = {0, 0};
  if (IsRaised && !WasPending)
    while (::sigtimedwait(&Pipe, nullptr, &Now) < 0 && errno == EINTR)
      ;
  ::pthread_sigmask(SIG_SETMASK, &Old, nullptr);
  errno = Kept;
}
} // namespace mlgo
