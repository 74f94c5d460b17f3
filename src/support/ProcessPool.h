// Runs tasks in forked processes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <functional>

namespace mlgo {
/// What became of one task.
struct TaskOutcome {
  bool Ok = false;
  std::string Output;  ///< What the task returned; meaningless unless Ok.
  std::string Failure; ///< For example "killed by signal 11".
  /// It failed by a deadline or for want of memory or processes: elsewhere, or
  /// another time, it may not.
  bool IsOfMachine = false;
};

/// One side of a fork.
struct ForkedProcess {
  bool IsChild = false;
  int Pipe = -1;    ///< Where the child writes, or the parent reads.
  int Process = -1; ///< The child, in the parent.
};

/// Forks. The child goes on beside the parent until it calls endChild, until
/// \p DeadlineSeconds (0: no limit) have passed, or until the parent ends, also
/// if that is killed. None of the parent's signal handlers runs in it. The
/// caller must have no other threads.
Result<ForkedProcess> forkProcess(unsigned DeadlineSeconds);

/// How much longer by the clock than of a processor a process may take.
constexpr unsigned ClockPerProcessorTime = 10;

/// This process, if it still runs, ends when it has taken \p Seconds (0: no
/// limit) of a processor, which no other work on the machine changes; or
/// ClockPerProcessorTime times that by the clock, as one that waits forever
/// takes nothing.
void limitProcessorTime(unsigned Seconds);

/// Hands \p Output to the parent and ends the child, without any clean-up.
[[noreturn]] void endChild(const ForkedProcess &Child, std::string Output);

/// Waits for the child to end.
TaskOutcome awaitChild(const ForkedProcess &Child);

/// Runs \p Task(0) to \p Task(Count - 1), each in a forked process of its own,
/// at most \p Jobs at a time, and hands what they return to \p Done in the
/// order in which they end. A task that crashes or runs longer than \p
/// DeadlineSeconds (0: no limit) fails alone. Once \p ShouldStop, if there, is
/// true, those that run are asked to end (SIGTERM), and no more are begun; all
/// of them fail. The caller must have no other threads.
void runInProcesses(size_t Count, unsigned Jobs, unsigned DeadlineSeconds,
                    const std::function<std::string(size_t)> &Task,
                    const std::function<void(size_t, TaskOutcome)> &Done,
                    const std::function<bool()> &ShouldStop = {});
} // namespace mlgo
