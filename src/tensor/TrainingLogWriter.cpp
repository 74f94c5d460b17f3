// Writes LLVM's training log format
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/tensor/TrainingLogWriter.h"
#include "tensor/TrainingLogFormat.h"

namespace mlgo {
Result<TrainingLogWriter> TrainingLogWriter::create(
    const std::string &Path, std::vector<TensorSpec> Features,
    std::optional<TensorSpec> Score, std::optional<TensorSpec> Advice) {
  TrainingLogWriter Log;
  Log.Path = Path;
  Log.File = MLGO_TRY(UnfinishedFile::create(Path));
  Log.Features = std::move(Features);
  Log.Score = std::move(Score);
  Log.File.write(formatLogHeader(Log.Features, Log.Score, Advice));
  return Result<TrainingLogWriter>(std::move(Log));
}

void TrainingLogWriter::expect(bool Condition, const char *What) {
  if (!Condition && !Failure)
    Failure = Error(Path + ": " + What);
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
    File.write(Line);
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
  File.write(Data, Features[Index].getTotalTensorBufferSize());
  ++NextFeature;
}

void TrainingLogWriter::endObservation() {
  expect(Last == Place::Started && NextFeature == Features.size(),
         "observation ends without all its tensors");
  File.write("\n");
  Last = Place::Ended;
}

void TrainingLogWriter::logReward(const void *Data) {
  const bool InOrder = Score && Last == Place::Ended && Count && *Count;
  expect(InOrder, "score is logged without an observation that needs one");
  if (!InOrder)
    return;
  Line.clear();
  appendLogOutcome(Line, *Count - 1);
  File.write(Line);
  File.write(Data, Score->getTotalTensorBufferSize());
  File.write("\n");
  Last = Place::Scored;
}

Status TrainingLogWriter::close() {
  if (!File)
    return Error(Path + ": is already closed");
  expect(Last != Place::Started, "log ends within an observation");
  expect(!Score || Last != Place::Ended, "observation is without its score");
  // Without finish() nothing of the file stays.
  UnfinishedFile Complete = std::move(File);
  return Failure ? Status(*Failure) : Complete.finish();
}
} // namespace mlgo
