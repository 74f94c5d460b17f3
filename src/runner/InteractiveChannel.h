// Two FIFOs to a compiler
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/DeadlineIO.h"
#include "support/ServerProcess.h"
#include <memory>

namespace mlgo {
/// The host's side of LLVM's interactive channel: the FIFO BASE.out, through
/// which a compiler asks, and BASE.in, through which it is answered. One
/// compiler after the other may open them, and each as often as it likes: the
/// inliner does for every module.
///
/// The FIFOs are in a folder of their own that only this user can enter. They
/// are removed with the object and, by a small process that watches this one,
/// also when this one is killed, whatever the signal. Not thread safe.
class InteractiveChannel {
public:
  /// Makes the FIFOs and opens both. The caller should have no other threads
  /// yet: the watching process is forked.
  static Result<std::unique_ptr<InteractiveChannel>> create();

  ~InteractiveChannel();
  InteractiveChannel(const InteractiveChannel &) = delete;
  InteractiveChannel &operator=(const InteractiveChannel &) = delete;

  /// What a compiler is given as the base of its channel.
  const std::string &base() const { return Base; }

  /// What read() found.
  enum class Event {
    Bytes,  ///< The compiler has said something.
    Closed, ///< It has closed its end; another one may open it.
    Silence ///< Neither, for as long as was waited.
  };

  /// Waits at most \p Milliseconds. \p Count becomes the number of bytes put
  /// into \p Buffer, which has room for \p Size.
  Result<Event> read(char *Buffer, size_t Size, size_t &Count,
                     int Milliseconds);

  /// Sends all of \p Size bytes, waiting for a compiler that does not take
  /// them.
  Status write(const void *Data, size_t Size, Deadline Until);

  /// Takes back what was sent to a compiler that has gone without reading it.
  void discardUnread();

  /// From now on, and if this process should be killed, the process group
  /// \p Group ends too: stock compilers wait for ever when their host has gone.
  /// 0: none.
  void endWithHost(int Group);

private:
  InteractiveChannel() = default;
  Status openQuestions();

  std::string Folder;
  std::string Base;
  FileDescriptor Questions; ///< Reads BASE.out.
  FileDescriptor Answers;   ///< BASE.in; for reading, too: so it stays open.
  ServerProcess Watcher;
};
} // namespace mlgo
