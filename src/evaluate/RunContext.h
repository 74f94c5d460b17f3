// What a run is given
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"
#include <atomic>
#include <iosfwd>

namespace mlgo {
/// Who works for a search, a sweep or a training, and who is told of it.
struct RunContext {
  Worker &Work;
  std::ostream &Out; ///< Results, in lines for people.
  std::ostream &Log; ///< Progress, and what was left out.
  /// Set when the run is to end with what it has.
  std::atomic<bool> &Interrupted;
};
} // namespace mlgo
