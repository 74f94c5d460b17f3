// Messages through pipes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <string_view>

namespace mlgo {
/// Writes \p Message to \p Pipe with its length before it; false if the other
/// end is gone, of which no signal tells the process.
bool sendMessage(int Pipe, std::string_view Message);

/// Reads what sendMessage wrote; false if it did not come whole, or is longer
/// than any message is.
bool receiveMessage(int Pipe, std::string &Message);

/// Reads messages as far as they have come, for those who wait for several
/// pipes at once.
class MessageReader {
public:
  /// Takes what is in \p Pipe, waiting only if nothing is; false if the other
  /// end is gone or sends nonsense.
  bool readMore(int Pipe);

  /// Takes the next message that has come whole; false if there is none yet.
  bool next(std::string &Message);

private:
  bool isSane() const;

  std::string Bytes;
};

/// Messages that wait until a pipe takes them.
class MessageQueue {
public:
  void push(std::string_view Message);
  bool empty() const { return Begin == Bytes.size(); }

  /// Writes what \p Pipe, which does not block, takes; false if the other end
  /// is gone.
  bool writeMore(int Pipe);

private:
  std::string Bytes;
  size_t Begin = 0; ///< What is written already.
};
} // namespace mlgo
