// A process that reads what may break it
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ReaderProcess.h"
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace mlgo {
namespace {
/// Far beyond what the largest module needs.
constexpr rlim_t MaxDataBytes = rlim_t(16) << 30;

template <typename Resource> void lowerLimit(Resource Which, rlim_t Wanted) {
  rlimit Limit;
  if (::getrlimit(Which, &Limit) != 0)
    return;
  Limit.rlim_cur = std::min(Limit.rlim_cur, Wanted);
  (void)::setrlimit(Which, &Limit);
}
} // namespace

void becomeReaderProcess() {
  for (int Signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(Signal, SIG_DFL);
  lowerLimit(RLIMIT_CORE, 0);
  lowerLimit(RLIMIT_DATA, MaxDataBytes);
  const int Nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (Nowhere >= 0)
    (void)::dup2(Nowhere, 2);
}
} // namespace mlgo
