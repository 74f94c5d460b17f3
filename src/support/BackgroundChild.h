// A program that runs beside its caller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include "support/ChildStart.h"
#include <memory>

namespace mlgo {
/// A program with the standard streams of its caller, who meanwhile does
/// something else, for example answers what the program asks. It is asked to
/// end, with its group if that is its own, when an interrupt, hang-up or
/// termination reaches the caller, which then dies of it. One at a time, and
/// not while runChild runs: signal handling is per process.
class BackgroundChild {
public:
  /// Starts \p Arguments: the program, looked up in PATH unless it has a slash,
  /// and what it is given. \p Environment is added to the caller's, replacing
  /// equal names. In the caller's group a program may talk with the user.
  static Result<std::unique_ptr<BackgroundChild>>
  start(const std::vector<std::string> &Arguments,
        const std::vector<std::pair<std::string, std::string>> &Environment,
        ProgramPlace Place);

  /// Ends it.
  ~BackgroundChild();
  BackgroundChild(const BackgroundChild &) = delete;
  BackgroundChild &operator=(const BackgroundChild &) = delete;

  /// Whether the program is over. Does not wait.
  bool hasEnded();

  /// Waits for the program to end by itself; false if it has not after
  /// \p Seconds (0: waits for ever).
  bool awaitEnd(unsigned Seconds);

  /// Asks the program, or its own group, to terminate, so that compilers remove
  /// what they have half written, and kills it if it has not ended two seconds
  /// later.
  void end();

  /// How the program ended, when it has; 128 + number if a signal ended it, as
  /// in shells.
  int exitCode() const;

  /// The process, and its own group, have this number.
  int process() const { return Process; }

private:
  explicit BackgroundChild(ProgramPlace Place);

  SignalGuard Guard;
  const ProgramPlace Place;
  int Process = -1;
  int State = 0;
  bool Ended = false;
};
} // namespace mlgo
