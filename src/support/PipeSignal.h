// Writes to pipes that nobody reads
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <csignal>

namespace mlgo {
/// Keeps the SIGPIPE of a write from the process: this thread does not take it
/// meanwhile, and what the write raised is swallowed. Handlers and what was
/// pending before stay.
class PipeSignalGuard {
public:
  PipeSignalGuard();
  ~PipeSignalGuard();
  PipeSignalGuard(const PipeSignalGuard &) = delete;
  PipeSignalGuard &operator=(const PipeSignalGuard &) = delete;

  /// A write has failed with EPIPE.
  void noteRaised() { IsRaised = true; }

private:
  sigset_t Pipe, Old;
  bool WasPending = false, IsRaised = false;
};
} // namespace mlgo
