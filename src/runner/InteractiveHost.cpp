// Answers what compilers ask
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveHost.h"
#include "mlgo/support/UnfinishedFile.h"
#include "runner/ChannelReader.h"
#include "support/Text.h"
#include "tensor/TrainingLogFormat.h"
#include <cstring>

namespace mlgo {
using Found = ChannelReader::Found;

/// \p Text, which may be anything, for a message.
static std::string quote(std::string_view Text) {
  std::string Quoted = "'";
  for (const char C : Text.substr(0, 40))
    Quoted.push_back(C >= ' ' && C <= '~' ? C : '?');
  return Quoted + (Text.size() > 40 ? "...'" : "'");
}

namespace {
/// Writes what a compiler sent to a file that appears when it is complete, or
/// to none.
class SessionRecord {
public:
  /// Starts part \p Number, counted from 1, of \p Path; nothing is written if
  /// that is empty.
  Status start(const std::string &Path, uint64_t Number) {
    if (!Path.empty())
      File = MLGO_TRY(UnfinishedFile::create(
          Number == 1 ? Path : Path + "." + std::to_string(Number)));
    return Success();
  }

  void append(std::string_view Bytes) { File.write(Bytes); }

  /// Completes the file, or tells why it cannot be.
  Status close() { return File ? File.finish() : Success(); }

private:
  UnfinishedFile File;
};
} // namespace

/// A session lasts from a header to the next one, or until the channel closes.
class InteractiveHost::Session {
public:
  Session(InteractiveHost &Host, ChannelReader &Reader, HostPolicy &Policy)
      : Host(Host), Reader(Reader), Policy(Policy),
        Number(Host.NumSessions + 1) {}

  /// All is good news; if there is no compiler, no session was counted.
  Result<Found> serve();

private:
  Error wrong(uint64_t At, const std::string &What) const {
    return Error("session " + std::to_string(Number) + ": byte " +
                 std::to_string(At) + ": " + What);
  }
  Error wrong(const std::string &What) const { return wrong(Offset, What); }

  Status readHeader(std::string_view Line);
  Status readContext(std::string_view Line);
  Status answer(std::string_view Line, uint64_t Index);
  Status readTensors(size_t Skip);

  /// Takes a message that is complete.
  void finishMessage(size_t Size) {
    Record.append(Reader.take(Size));
    Offset += Size;
  }

  InteractiveHost &Host;
  ChannelReader &Reader;
  HostPolicy &Policy;
  const uint64_t Number;
  SessionRecord Record;
  uint64_t Offset = 0; ///< Where the first byte lies that is not taken.
  TrainingLogHeader Header;
  size_t ObservationBytes = 0;
  TrainingLogObservation Observation;
  std::optional<TensorBuffer> Advice;
  bool HasContext = false;
  std::string Context; ///< A line that is not recorded yet.
  std::optional<uint64_t> NextNumber;
  std::string NextLine; ///< What says so.
};

Status InteractiveHost::Session::readHeader(std::string_view Line) {
  Host.NumSessions = Number;
  // Answers that nobody has read were for a compiler that is no more.
  Host.Channel->discardUnread();
  Result<TrainingLogHeader> Parsed = parseTrainingLogHeader(Line);
  if (!Parsed)
    return wrong(Parsed.error().message());
  Header = std::move(*Parsed);
  if (!Header.Advice || Header.Score)
    return wrong(Header.Score ? "header has a score, expected only features "
                                "and an advice"
                              : "header has no advice, expected the type of "
                                "what is to be answered");
  for (const TensorSpec &Spec : Header.Features) {
    Observation.Tensors.emplace_back(Spec);
    ObservationBytes += Spec.getTotalTensorBufferSize();
  }
  Advice.emplace(*Header.Advice);
  MLGO_TRY(Record.start(Host.Options.Record, Number));
  MLGO_TRY(Policy.start(Header.Features, *Header.Advice));
  finishMessage(Line.size() + 1);
  return Success();
}

Status InteractiveHost::Session::readContext(std::string_view Line) {
  std::optional<std::string> Name = parseTrainingLogContext(Line);
  if (!Name)
    return wrong("line is " + quote(Line) + R"(, expected {"context":"NAME"})");
  // A name may have been there before; then its count goes on.
  if (!HasContext || *Name != Observation.Context)
    NextNumber.reset();
  Observation.Context = std::move(*Name);
  HasContext = true;
  // Compilers also send contexts that have no observation, at which LLVM's
  // reader of logs stops.
  const size_t Size = Line.size() + 1;
  Context = Reader.take(Size);
  Offset += Size;
  return Success();
}

Status InteractiveHost::Session::readTensors(size_t Skip) {
  std::string_view Bytes;
  Status Read = Reader.peekBytes(Skip, ObservationBytes + 1, Bytes,
                                 "an observation's tensors");
  if (!Read)
    return wrong(Offset + Skip, Read.error().message());
  if (Bytes.back() != '\n')
    return wrong(Offset + Skip + ObservationBytes,
                 "byte is " +
                     std::to_string(static_cast<unsigned char>(Bytes.back())) +
                     ", expected a newline");
  const char *From = Bytes.data();
  for (TensorBuffer &Tensor : Observation.Tensors) {
    std::memcpy(Tensor.data(), From, Tensor.size());
    From += Tensor.size();
  }
  return Success();
}

Status InteractiveHost::Session::answer(std::string_view Line, uint64_t Index) {
  if (!HasContext)
    return wrong(R"(no context, expected {"context":"NAME"})");
  if (NextNumber && *NextNumber != Index)
    return wrong("observation number is " + std::to_string(Index) +
                 ", expected " + std::to_string(*NextNumber));
  // Reading on moves what Line refers to.
  const size_t LineSize = Line.size() + 1;
  MLGO_TRY(readTensors(LineSize));
  Record.append(std::exchange(Context, std::string()));
  finishMessage(LineSize + ObservationBytes + 1);
  Observation.Number = Index;
  NextNumber = Index + 1;
  NextLine.clear();
  appendLogObservation(NextLine, *NextNumber);
  NextLine.pop_back();
  Advice->clear();
  MLGO_TRY(Policy.decide(Observation, Advice->data()));
  ++Host.NumObservations;
  return Host.Channel->write(Advice->data(), Advice->size(),
                             Deadline::after(Host.Options.DeadlineSeconds));
}

Result<Found> InteractiveHost::Session::serve() {
  std::string_view Line;
  for (bool IsFirst = true;; IsFirst = false) {
    Result<Found> There = Reader.peekLine(Line);
    if (!There)
      return wrong(There.error().message());
    if (*There != Found::All) {
      MLGO_TRY(Record.close());
      return There;
    }
    Status Done = Success();
    if (IsFirst) {
      Done = readHeader(Line);
    } else if (NextNumber && Line == NextLine) {
      Done = answer(Line, *NextNumber); // Nearly always.
    } else if (startsWith(Line, R"({"context")")) {
      Done = readContext(Line);
    } else if (auto Index = parseTrainingLogCount(Line, "observation")) {
      Done = answer(Line, *Index);
    } else if (startsWith(Line, R"({"features")")) {
      // The channel was closed and opened again so quickly that nobody saw.
      Done = Record.close();
      if (Done)
        return Found::All;
    } else {
      Done = wrong("line is " + quote(Line) +
                   R"(, expected {"observation":N} or {"context":"NAME"})");
    }
    if (!Done)
      return Done.error();
  }
}

Result<std::unique_ptr<InteractiveHost>>
InteractiveHost::create(InteractiveHostOptions Options) {
  auto Channel = MLGO_TRY(InteractiveChannel::create());
  std::unique_ptr<InteractiveHost> Host(new InteractiveHost());
  Host->Options = std::move(Options);
  Host->Channel = std::move(Channel);
  return Host;
}

InteractiveHost::~InteractiveHost() = default;

Status InteractiveHost::serve(HostPolicy &Policy,
                              const std::function<bool()> &HasEnded) {
  ChannelReader Reader(*Channel, Options.DeadlineSeconds, HasEnded);
  for (;;) {
    const Found How = MLGO_TRY(Session(*this, Reader, Policy).serve());
    if (How == Found::Ended)
      return Success();
  }
}
} // namespace mlgo
