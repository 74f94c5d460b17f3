// Pipes that are not waited for in vain
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/DeadlineIO.h"
#include "support/PipeSignal.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <thread>

namespace mlgo {
namespace {
constexpr double DaySeconds = 86400;

/// Waits until \p Pipe is ready for \p Events or has lost its other side, which
/// the next read or write tells. Closed if \p Watched, unless it is -1, has.
IOOutcome::Kind awaitReady(int Pipe, short Events, Deadline Until,
                           int Watched = -1) {
  while (true) {
    pollfd Polls[] = {{Pipe, Events, 0}, {Watched, 0, 0}};
    const int Left = Until.millisecondsLeft();
    const int Ready = ::poll(Polls, Watched < 0 ? 1 : 2, Left);
    if (Ready > 0)
      return Polls[0].revents ? IOOutcome::Kind::Done : IOOutcome::Kind::Closed;
    if (Ready < 0 && errno != EINTR)
      return IOOutcome::Kind::Failed;
    if (Ready == 0 && Left == 0)
      return IOOutcome::Kind::Expired;
  }
}

/// \p Watched is as for awaitReady.
IOOutcome writeUnguarded(int Pipe, const void *Data, size_t Size,
                         Deadline Until, int Watched) {
  IOOutcome Outcome;
  while (Outcome.Moved < Size) {
    const ssize_t N =
        ::write(Pipe, static_cast<const char *>(Data) + Outcome.Moved,
                Size - Outcome.Moved);
    if (N >= 0) {
      Outcome.Moved += static_cast<size_t>(N);
      continue;
    }
    if (errno == EINTR)
      continue;
    Outcome.Ended = errno == EAGAIN  ? awaitReady(Pipe, POLLOUT, Until, Watched)
                    : errno == EPIPE ? IOOutcome::Kind::Closed
                                     : IOOutcome::Kind::Failed;
    if (Outcome.Ended == IOOutcome::Kind::Failed)
      Outcome.ErrorNumber = errno;
    if (!Outcome)
      return Outcome;
  }
  return Outcome;
}

const char *describeType(mode_t Mode) {
  return S_ISDIR(Mode)   ? "a directory"
         : S_ISREG(Mode) ? "a regular file"
                         : "something else";
}
} // namespace

Deadline Deadline::after(double Seconds) {
  const std::chrono::duration<double> Span(
      std::clamp(Seconds, 0.0, DaySeconds));
  return Deadline(Clock::now() +
                  std::chrono::duration_cast<Clock::duration>(Span));
}

int Deadline::millisecondsLeft() const {
  const auto Left =
      std::chrono::ceil<std::chrono::milliseconds>(Time - Clock::now());
  return static_cast<int>(std::max<int64_t>(Left.count(), 0));
}

IOOutcome readExactly(int Pipe, void *Data, size_t Size, Deadline Until) {
  return readAtLeast(Pipe, Data, Size, Size, Until);
}

IOOutcome readAtLeast(int Pipe, void *Data, size_t Size, size_t Room,
                      Deadline Until) {
  IOOutcome Outcome;
  while (Outcome.Moved < Size) {
    // A FIFO without a writer reads as ended also when none has come yet; poll
    // knows the difference.
    Outcome.Ended = awaitReady(Pipe, POLLIN, Until);
    if (Outcome.Ended == IOOutcome::Kind::Failed)
      Outcome.ErrorNumber = errno;
    if (!Outcome)
      return Outcome;
    const ssize_t N = ::read(Pipe, static_cast<char *>(Data) + Outcome.Moved,
                             Room - Outcome.Moved);
    if (N > 0) {
      Outcome.Moved += static_cast<size_t>(N);
    } else if (N == 0) {
      Outcome.Ended = IOOutcome::Kind::Closed;
      return Outcome;
    } else if (errno != EINTR && errno != EAGAIN) {
      Outcome.Ended = IOOutcome::Kind::Failed;
      Outcome.ErrorNumber = errno;
      return Outcome;
    }
  }
  return Outcome;
}

IOOutcome writeAll(int Pipe, const void *Data, size_t Size, Deadline Until) {
  PipeSignalGuard Guard;
  const IOOutcome Outcome = writeUnguarded(Pipe, Data, Size, Until, -1);
  if (Outcome.Ended == IOOutcome::Kind::Closed)
    Guard.noteRaised();
  return Outcome;
}

IOOutcome writeAllToHeldPipe(int Pipe, const void *Data, size_t Size,
                             Deadline Until, int Answers) {
  return writeUnguarded(Pipe, Data, Size, Until, Answers);
}

Result<FileDescriptor> tryOpenFIFO(const std::string &Path, FIFOEnd End) {
  const char *Doing = End == FIFOEnd::Read ? "reading" : "writing";
  const int Access = End == FIFOEnd::Read ? O_RDONLY : O_WRONLY;
  // What is no FIFO is not opened at all: that may have effects of its own.
  struct stat Info;
  if (::stat(Path.c_str(), &Info) != 0)
    return Error(Path + ": cannot open for " + Doing + ": " +
                 std::strerror(errno));
  if (!S_ISFIFO(Info.st_mode))
    return Error(Path + ": is " + describeType(Info.st_mode) +
                 ", expected a FIFO");
  int File = -1;
  do
    File = ::open(Path.c_str(), Access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  while (File < 0 && errno == EINTR);
  if (File < 0 && !(errno == ENXIO && End == FIFOEnd::Write))
    return Error(Path + ": cannot open for " + Doing + ": " +
                 std::strerror(errno));
  return FileDescriptor(File);
}

Result<FileDescriptor> openFIFO(const std::string &Path, FIFOEnd End,
                                Deadline Until) {
  // Nothing tells that a reader has come; short sleeps first, because most
  // hosts are there already, then longer ones.
  std::chrono::microseconds Pause(50);
  while (true) {
    Result<FileDescriptor> File = tryOpenFIFO(Path, End);
    if (!File || *File)
      return File;
    if (Until.hasPassed())
      return Error(Path + ": nobody opened it for reading before the deadline");
    std::this_thread::sleep_for(std::min<std::chrono::microseconds>(
        Pause, std::chrono::milliseconds(Until.millisecondsLeft())));
    Pause = std::min<std::chrono::microseconds>(2 * Pause,
                                                std::chrono::milliseconds(5));
  }
}
} // namespace mlgo
