// Messages through pipes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/MessagePipe.h"
#include "support/PipeSignal.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace mlgo {
namespace {
/// More than any message has, and less than memory.
constexpr uint64_t MaxMessage = uint64_t(1) << 32;

/// Moves all of \p Size bytes, with read or write as \p Step.
template <typename Byte, typename Function>
bool moveBytes(int Pipe, Byte *Bytes, size_t Size, Function Step) {
  for (size_t Done = 0; Done < Size;) {
    const ssize_t N = Step(Pipe, Bytes + Done, Size - Done);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Done += static_cast<size_t>(N);
  }
  return true;
}

uint64_t readSize(std::string_view Bytes) {
  uint64_t Size = 0;
  std::memcpy(&Size, Bytes.data(), sizeof(Size));
  return Size;
}
} // namespace

bool sendMessage(int Pipe, std::string_view Message) {
  const uint64_t Size = Message.size();
  PipeSignalGuard Guard;
  const bool IsSent = moveBytes(Pipe, reinterpret_cast<const char *>(&Size),
                                sizeof(Size), ::write) &&
                      moveBytes(Pipe, Message.data(), Size, ::write);
  if (!IsSent && errno == EPIPE)
    Guard.noteRaised();
  return IsSent;
}

bool receiveMessage(int Pipe, std::string &Message) {
  uint64_t Size = 0;
  if (!moveBytes(Pipe, reinterpret_cast<char *>(&Size), sizeof(Size), ::read) ||
      Size > MaxMessage)
    return false;
  Message.resize(Size);
  return moveBytes(Pipe, Message.data(), Size, ::read);
}

bool MessageReader::isSane() const {
  return Bytes.size() < sizeof(uint64_t) || readSize(Bytes) <= MaxMessage;
}

bool MessageReader::readMore(int Pipe) {
  char Buffer[1 << 16];
  const ssize_t N = ::read(Pipe, Buffer, sizeof(Buffer));
  if (N < 0)
    return errno == EINTR || errno == EAGAIN;
  Bytes.append(Buffer, static_cast<size_t>(N));
  return N > 0 && isSane();
}

bool MessageReader::next(std::string &Message) {
  if (Bytes.size() < sizeof(uint64_t) || !isSane())
    return false;
  const uint64_t Size = readSize(Bytes);
  if (Bytes.size() - sizeof(Size) < Size)
    return false;
  Message.assign(Bytes, sizeof(Size), Size);
  Bytes.erase(0, sizeof(Size) + Size);
  return true;
}

void MessageQueue::push(std::string_view Message) {
  const uint64_t Size = Message.size();
  Bytes.append(reinterpret_cast<const char *>(&Size), sizeof(Size));
  Bytes.append(Message);
}

bool MessageQueue::writeMore(int Pipe) {
  PipeSignalGuard Guard;
  while (!empty()) {
    const ssize_t N = ::write(Pipe, Bytes.data() + Begin, Bytes.size() - Begin);
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0 && errno == EPIPE)
      Guard.noteRaised();
    if (N < 0)
      return errno == EAGAIN;
    Begin += static_cast<size_t>(N);
  }
  Bytes.clear();
  Begin = 0;
  return true;
}
} // namespace mlgo
