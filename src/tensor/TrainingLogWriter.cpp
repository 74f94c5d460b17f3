//===- TrainingLogWriter.cpp - Writes LLVM's training log format ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/tensor/TrainingLogWriter.h"

#include "mlgo/support/File.h"
#include "mlgo/tensor/TrainingLogFormat.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace mlgo {
namespace {

Error systemError(const std::string &Path, const char *Doing) {
  return Error(Path + ": cannot " + Doing + ": " + std::strerror(errno));
}

} // namespace

Result<TrainingLogWriter> TrainingLogWriter::create(
    const std::string &Path, std::vector<TensorSpec> Features,
    std::optional<TensorSpec> Score, std::optional<TensorSpec> Advice) {
  TrainingLogWriter Log;
  Log.Path = Path;
  auto Descriptor = createTemporaryBeside(Path, Log.Temporary);
  if (!Descriptor) {
    Log.Temporary.clear();
    return Descriptor.error();
  }
  Log.File.reset(::fdopen(*Descriptor, "wb"));
  if (!Log.File) {
    ::close(*Descriptor);
    return systemError(Path, "write");
  }
  Log.Features = std::move(Features);
  Log.Score = std::move(Score);
  Log.write(formatLogHeader(Log.Features, Log.Score, Advice));
  return Result<TrainingLogWriter>(std::move(Log));
}

TrainingLogWriter::TrainingLogWriter(TrainingLogWriter &&Other) noexcept {
  *this = std::move(Other);
}

TrainingLogWriter &
TrainingLogWriter::operator=(TrainingLogWriter &&Other) noexcept {
  if (this == &Other)
    return *this;
  discard();
  File = std::move(Other.File);
  Path = std::move(Other.Path);
  Temporary = std::move(Other.Temporary);
  Other.Temporary.clear(); // The file has one owner.
  Features = std::move(Other.Features);
  Score = std::move(Other.Score);
  Counts = std::move(Other.Counts); // Its nodes, so Count, stay where they are.
  Count = std::exchange(Other.Count, nullptr);
  Last = Other.Last;
  NextFeature = Other.NextFeature;
  Context = std::move(Other.Context);
  Failure = std::move(Other.Failure);
  return *this;
}

TrainingLogWriter::~TrainingLogWriter() { discard(); }

void TrainingLogWriter::discard() {
  File.reset();
  if (!Temporary.empty())
    ::unlink(Temporary.c_str());
  Temporary.clear();
}

void TrainingLogWriter::expect(bool Condition, const char *What) {
  if (!Condition && !Failure)
    Failure = Error(Path + ": " + What);
}

void TrainingLogWriter::write(const void *Data, size_t Size) {
  if (Failure || !File || !Size)
    return;
  if (std::fwrite(Data, 1, Size, File.get()) != Size)
    Failure = systemError(Path, "write");
}

void TrainingLogWriter::switchContext(std::string_view Name) {
  expect(Last != Place::Started, "context changes within an observation");
  expect(!Score || Last != Place::Ended, "observation is without its score");
  // LLVM's reader of logs cannot go on after a context without observations.
  Context = formatLogContext(Name);
  Count = &Counts.emplace(std::string(Name), 0).first->second;
  Last = Place::Context;
}

void TrainingLogWriter::startObservation() {
  expect(Count, "observation is without a context");
  expect(Last != Place::Started, "observation starts within another");
  expect(!Score || Last != Place::Ended, "observation is without its score");
  if (Count) {
    Line = std::exchange(Context, std::string());
    appendLogObservation(Line, (*Count)++);
    write(Line);
  }
  NextFeature = 0;
  Last = Place::Started;
}

void TrainingLogWriter::logTensorValue(size_t Index, const void *Data) {
  const bool InOrder =
      Last == Place::Started && Index == NextFeature && Index < Features.size();
  expect(InOrder, "tensor is logged out of order");
  if (!InOrder)
    return;
  write(Data, Features[Index].getTotalTensorBufferSize());
  ++NextFeature;
}

void TrainingLogWriter::endObservation() {
  expect(Last == Place::Started && NextFeature == Features.size(),
         "observation ends without all its tensors");
  write("\n", 1);
  Last = Place::Ended;
}

void TrainingLogWriter::logReward(const void *Data) {
  const bool InOrder = Score && Last == Place::Ended && Count && *Count;
  expect(InOrder, "score is logged without an observation that needs one");
  if (!InOrder)
    return;
  Line.clear();
  appendLogOutcome(Line, *Count - 1);
  write(Line);
  write(Data, Score->getTotalTensorBufferSize());
  write("\n", 1);
  Last = Place::Scored;
}

Status TrainingLogWriter::close() {
  if (!File)
    return Error(Path + ": is already closed");
  expect(Last != Place::Started, "log ends within an observation");
  expect(!Score || Last != Place::Ended, "observation is without its score");
  if (std::fclose(File.release()) != 0 && !Failure)
    Failure = systemError(Path, "write");
  if (!Failure && ::rename(Temporary.c_str(), Path.c_str()) != 0)
    Failure = systemError(Path, "rename to");
  if (Failure) {
    discard();
    return *Failure;
  }
  Temporary.clear();
  return Success();
}

} // namespace mlgo
