// Lines and bytes of a channel
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "runner/InteractiveChannel.h"
#include <vector>

namespace mlgo {
/// Puts what comes through a channel in pieces together again. Memory is
/// bounded by what is asked for.
class ChannelReader {
public:
  /// \p HasEnded says that nobody is left who could send; silence for more than
  /// \p DeadlineSeconds is an error.
  ChannelReader(InteractiveChannel &Channel, double DeadlineSeconds,
                const std::function<bool()> &HasEnded)
      : Channel(Channel), DeadlineSeconds(DeadlineSeconds), HasEnded(HasEnded) {
  }

  /// What there is to read.
  enum class Found {
    All,    ///< What was asked for.
    Closed, ///< Nothing: the compiler has closed the channel.
    Ended,  ///< Nothing: and nobody is left to open it again.
  };

  /// Lets \p Line be the next line, without its newline. It is not taken.
  Result<Found> peekLine(std::string_view &Line);

  /// Lets \p Bytes be the next \p Size bytes after the first \p Skip, not
  /// taken. Having less than these is an error.
  Status peekBytes(size_t Skip, size_t Size, std::string_view &Bytes,
                   const std::string &What);

  /// Takes the first \p Size bytes that were looked at; returns them.
  std::string_view take(size_t Size);

private:
  /// Waits for bytes.
  Result<Found> readMore();
  std::string_view pending() const {
    return std::string_view(Buffer.data() + Begin, End - Begin);
  }

  InteractiveChannel &Channel;
  const double DeadlineSeconds;
  const std::function<bool()> &HasEnded;
  bool HasGone = false;
  std::vector<char> Buffer;
  size_t Begin = 0, End = 0; ///< What has come and is not taken.
};
} // namespace mlgo
