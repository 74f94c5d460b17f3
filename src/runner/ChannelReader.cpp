// Lines and bytes of a channel
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/ChannelReader.h"
#include "tensor/TrainingLogLines.h"
#include <algorithm>
#include <cstring>

namespace mlgo {
constexpr size_t PieceBytes = size_t(1) << 16;
/// How often is looked whether anybody is left. Shorter turns cost much: a
/// timer that is due before the kernel's next tick has to be programmed.
constexpr int TurnMilliseconds = 20;

static std::string formatSeconds(double Seconds) {
  std::string Text = std::to_string(Seconds);
  Text.erase(Text.find_last_not_of('0') + 1);
  if (Text.back() == '.')
    Text.pop_back();
  return Text + " s";
}

Result<ChannelReader::Found> ChannelReader::readMore() {
  if (Begin > 0) {
    std::memmove(Buffer.data(), Buffer.data() + Begin, End - Begin);
    End -= Begin;
    Begin = 0;
  }
  if (Buffer.size() - End < PieceBytes)
    Buffer.resize(std::max(2 * Buffer.size(), End + PieceBytes));
  const Deadline Until = Deadline::after(DeadlineSeconds);
  for (;;) {
    size_t Count = 0;
    auto Event = MLGO_TRY(Channel.read(Buffer.data() + End, Buffer.size() - End,
                                       Count, HasGone ? 0 : TurnMilliseconds));
    End += Count;
    if (Event == InteractiveChannel::Event::Bytes)
      return Found::All;
    if (Event == InteractiveChannel::Event::Closed)
      return Found::Closed;
    // What was said just before the end is still in the FIFO.
    if (HasGone)
      return Found::Ended;
    HasGone = HasEnded();
    if (!HasGone && Until.hasPassed())
      return Error("compiler has been silent for " +
                   formatSeconds(DeadlineSeconds) +
                   ", expected an observation or its end");
  }
}

Result<ChannelReader::Found> ChannelReader::peekLine(std::string_view &Line) {
  for (size_t Seen = 0;;) {
    const std::string_view Pending = pending();
    const void *Newline =
        Pending.size() > Seen
            ? std::memchr(Pending.data() + Seen, '\n', Pending.size() - Seen)
            : nullptr;
    if (Newline) {
      Line = Pending.substr(
          0, static_cast<size_t>(static_cast<const char *>(Newline) -
                                 Pending.data()));
      return Found::All;
    }
    Seen = Pending.size();
    if (Seen > MaxLogLineBytes)
      return Error("line is longer than " + std::to_string(MaxLogLineBytes) +
                   " bytes");
    Result<Found> More = readMore();
    if (!More || (*More != Found::All && Seen == 0))
      return More;
    if (*More != Found::All)
      return Error("channel ends after " + std::to_string(Seen) +
                   " bytes of a line");
  }
}

Status ChannelReader::peekBytes(size_t Skip, size_t Size,
                                std::string_view &Bytes,
                                const std::string &What) {
  while (pending().size() < Skip + Size) {
    const Found More = MLGO_TRY(readMore());
    if (More != Found::All)
      return Error("channel ends after " +
                   std::to_string(pending().size() - Skip) + " bytes of " +
                   What + ", expected " + std::to_string(Size));
  }
  Bytes = pending().substr(Skip, Size);
  return Success();
}

std::string_view ChannelReader::take(size_t Size) {
  const std::string_view Bytes = pending().substr(0, Size);
  Begin += Size;
  return Bytes;
}
} // namespace mlgo
