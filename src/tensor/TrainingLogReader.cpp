// Reads LLVM's training log format
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/tensor/TrainingLogReader.h"
#include "tensor/TrainingLogLines.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlgo {
static Error systemError(const std::string &Path, const char *Doing) {
  return Error(Path + ": cannot " + Doing + ": " + std::strerror(errno));
}

Result<TrainingLogReader> TrainingLogReader::open(const std::string &Path) {
  TrainingLogReader Log;
  Log.Path = Path;
  // O_NONBLOCK: opening a FIFO must not wait for its writer.
  const int Descriptor =
      ::open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (Descriptor < 0)
    return systemError(Path, "open");
  Log.File.reset(::fdopen(Descriptor, "rb"));
  if (!Log.File) {
    ::close(Descriptor);
    return systemError(Path, "open");
  }
  struct stat Info;
  if (::fstat(Descriptor, &Info) != 0)
    return systemError(Path, "stat");
  if (!S_ISREG(Info.st_mode))
    return Error(Path + ": is not a regular file");
  MLGO_TRY(Log.readHeader());
  return Result<TrainingLogReader>(std::move(Log));
}

std::optional<size_t>
TrainingLogReader::findFeature(const std::string &Name) const {
  for (size_t I = 0; I < Features.size(); ++I)
    if (Features[I].name() == Name)
      return I;
  return std::nullopt;
}

Error TrainingLogReader::wrong(uint64_t At, const std::string &What) const {
  return Error(Path + ": byte " + std::to_string(At) + ": " + What);
}

Status TrainingLogReader::readHeader() {
  bool Read = MLGO_TRY(readLine());
  Result<TrainingLogHeader> Header =
      parseTrainingLogHeader(Read ? std::string_view(Line) : "");
  if (!Header)
    return wrong(0, Header.error().message());
  Features = std::move(Header->Features);
  Score = std::move(Header->Score);
  Advice = std::move(Header->Advice);
  return Success();
}

Result<bool> TrainingLogReader::readLine() {
  Line.clear();
  LineStart = Offset;
  for (;;) {
    const int C = std::fgetc(File.get());
    if (C == EOF && std::ferror(File.get()))
      return systemError(Path, "read");
    if (C == EOF && Line.empty())
      return false;
    if (C == EOF)
      return wrong(Offset, "file ends within a line");
    ++Offset;
    if (C == '\n')
      return true;
    if (Line.size() == MaxLogLineBytes)
      return wrong(LineStart, "line is longer than " +
                                  std::to_string(MaxLogLineBytes) + " bytes");
    Line.push_back(static_cast<char>(C));
  }
}

Status TrainingLogReader::readBytes(void *Data, size_t Size,
                                    const std::string &What) {
  const size_t Read = std::fread(Data, 1, Size, File.get());
  Offset += Read;
  if (Read == Size)
    return Success();
  if (std::ferror(File.get()))
    return systemError(Path, "read");
  return wrong(Offset, "file ends after " + std::to_string(Read) +
                           " bytes of " + What + ", expected " +
                           std::to_string(Size));
}

Status TrainingLogReader::readNewline() {
  const int C = std::fgetc(File.get());
  if (C == '\n') {
    ++Offset;
    return Success();
  }
  if (std::ferror(File.get()))
    return systemError(Path, "read");
  return wrong(Offset, C == EOF ? "file ends, expected a newline"
                                : "byte is " + std::to_string(C) +
                                      ", expected a newline");
}

Status TrainingLogReader::readTensors(TrainingLogObservation &O) {
  bool Fits = O.Tensors.size() == Features.size();
  for (size_t I = 0; Fits && I < Features.size(); ++I)
    Fits = O.Tensors[I].size() == Features[I].getTotalTensorBufferSize();
  if (!Fits) {
    O.Tensors.clear();
    for (const TensorSpec &Spec : Features)
      O.Tensors.emplace_back(Spec);
  }
  for (size_t I = 0; I < Features.size(); ++I) {
    MLGO_TRY(readBytes(O.Tensors[I].data(), O.Tensors[I].size(),
                       "feature " + Features[I].name()));
  }
  return readNewline();
}

Status TrainingLogReader::readOutcome(TrainingLogObservation &O) {
  if (!Score) {
    O.Score.reset();
    return Success();
  }
  MLGO_TRY(readLine());
  if (parseTrainingLogCount(Line, "outcome") != O.Number)
    return wrong(LineStart, "no score, expected {\"outcome\":" +
                                std::to_string(O.Number) + "}");
  if (!O.Score || O.Score->size() != Score->getTotalTensorBufferSize())
    O.Score.emplace(*Score);
  Status Bytes =
      readBytes(O.Score->data(), O.Score->size(), "score " + Score->name());
  return Bytes ? readNewline() : Bytes;
}

Result<bool> TrainingLogReader::next(TrainingLogObservation &O) {
  std::optional<uint64_t> Number;
  for (;;) {
    const Result<bool> Read = readLine();
    if (!Read || !*Read)
      return Read;
    std::optional<std::string> Name = parseTrainingLogContext(Line);
    if (!Name) {
      Number = parseTrainingLogCount(Line, "observation");
      break;
    }
    if (!HasContext || Context != *Name)
      NextNumber.reset();
    Context = std::move(*Name);
    HasContext = true;
  }
  if (!Number || !HasContext)
    return wrong(LineStart,
                 HasContext ? "no observation, expected {\"observation\":N}"
                            : "no context, expected {\"context\":\"NAME\"}");
  if (NextNumber && *NextNumber != *Number)
    return wrong(LineStart, "observation number is " + std::to_string(*Number) +
                                ", expected " + std::to_string(*NextNumber));
  NextNumber = *Number + 1;
  O.Context = Context;
  O.Number = *Number;
  Status Done = readTensors(O);
  if (Done)
    Done = readOutcome(O);
  if (!Done)
    return Done.error();
  return true;
}
} // namespace mlgo
