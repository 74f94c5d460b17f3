// Programs run with a deadline
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <functional>
#include <vector>

namespace mlgo {
/// How long a compiler may take with one module: far more than any does.
constexpr unsigned CompileSeconds = 1800;

/// A program to run. No shell is involved: arguments arrive as written.
struct ChildCommand {
  /// The program, looked up in PATH unless it has a slash, and its arguments.
  std::vector<std::string> Arguments;
  std::string Folder; ///< Working directory; empty: the caller's.
  /// Added to the caller's environment, replacing equal names.
  std::vector<std::pair<std::string, std::string>> Environment;
  std::string InputFile; ///< Standard input; empty: nothing to read.
  /// Both output streams are appended to this file; empty: they are captured.
  std::string LogFile;
  unsigned DeadlineSeconds = 0;             ///< 0: none.
  size_t MaxOutputBytes = size_t(64) << 20; ///< For each captured stream.
};

/// How a program ended, and what it said when nothing else took its output.
struct ChildOutcome {
  int ExitCode = 0; ///< 128 + number if a signal ended it, as in shells.
  bool EndedBySignal = false;
  std::string Output;
  std::string ErrorOutput;
};

/// Runs \p Command to its end. The program leads a session without a terminal,
/// so that nothing in it waits for a user. What is left of its group is killed
/// when the program ends, when the deadline passes and when an interrupt or
/// termination signal reaches the caller, which then dies of it as it would
/// have without a child; see SignalGuard. A program that cannot be started,
/// overruns its deadline or writes more than the limit is an error; a non-zero
/// exit code is not. One call at a time: signal handling is per process.
Result<ChildOutcome> runChild(const ChildCommand &Command);

/// From now on \p Hook is called about once a second while runChild waits in
/// this process, not in its forks, for what it runs.
void whileWaiting(std::function<void(const ChildCommand &)> Hook);

/// Calls that hook, for those who wait for other work of this process.
void noteWaiting(const ChildCommand &Command = {});

/// \p Command's arguments as one line, for messages.
std::string describe(const ChildCommand &Command);
} // namespace mlgo
