// Pipes that are not waited for in vain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two processes that talk through pipes hang when one of them is gone, or came
// never. Here every call that may block has a deadline, the end of the other
// side is an outcome at once, and neither signals nor a pipe without a reader
// do any harm: SIGPIPE does not reach the process, whose handlers stay as they
// are.

#pragma once

#include "mlgo/support/Result.h"
#include "support/FileDescriptor.h"
#include <chrono>
#include <cstddef>

namespace mlgo {
/// The time at which waiting ends.
class Deadline {
public:
  /// \p Seconds from now, at most a day.
  static Deadline after(double Seconds);

  bool hasPassed() const { return Clock::now() >= Time; }

  /// What is left in milliseconds, rounded up; 0 if the time has passed.
  int millisecondsLeft() const;

private:
  using Clock = std::chrono::steady_clock;
  explicit Deadline(Clock::time_point Time) : Time(Time) {}

  Clock::time_point Time;
};

/// How reading or writing went.
struct IOOutcome {
  enum class Kind {
    Done,    ///< All bytes were moved.
    Closed,  ///< The other side is gone.
    Expired, ///< The deadline passed.
    Failed,  ///< The system refused; see ErrorNumber.
  };
  Kind Ended = Kind::Done;
  size_t Moved = 0; ///< Bytes, also when that is not all.
  int ErrorNumber = 0;

  explicit operator bool() const { return Ended == Kind::Done; }
};

/// Reads exactly \p Size bytes of the pipe \p Pipe, which does not block.
/// Before the first writer has come that is waited for.
IOOutcome readExactly(int Pipe, void *Data, size_t Size, Deadline Until);

/// The same for \p Size bytes or, if they have come already, more of them, at
/// most \p Room.
IOOutcome readAtLeast(int Pipe, void *Data, size_t Size, size_t Room,
                      Deadline Until);

/// Writes all of \p Size bytes to the pipe \p Pipe, which does not block, in
/// one write if the pipe has room.
IOOutcome writeAll(int Pipe, const void *Data, size_t Size, Deadline Until);

/// The same, two system calls cheaper, for a pipe whose read end this process
/// has open, too: no signal can come then, and no error either. That the other
/// side is gone shows in \p Answers, the pipe that comes from it, and here only
/// if \p Pipe is full.
IOOutcome writeAllToHeldPipe(int Pipe, const void *Data, size_t Size,
                             Deadline Until, int Answers);

/// Which end of a FIFO is wanted.
enum class FIFOEnd { Read, Write };

/// Opens one end of the FIFO \p Path without blocking, then and later. A read
/// end opens at once; a write end needs a reader, and without one the result
/// holds no file. Fails if there is no FIFO of that name.
Result<FileDescriptor> tryOpenFIFO(const std::string &Path, FIFOEnd End);

/// The same, but waits for the reader and fails if none comes in time.
Result<FileDescriptor> openFIFO(const std::string &Path, FIFOEnd End,
                                Deadline Until);
} // namespace mlgo
