// Training, between two generations
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/TrainingCheckpoint.h"
#include "evolve/OptimizerChecks.h"
#include "evolve/StateBytes.h"
#include "mlgo/support/MD5.h"

namespace mlgo {
constexpr const char *Magic = "mlgo training checkpoint 1";

static void write(ByteWriter &Bytes, const std::optional<double> &Value) {
  Bytes.number(Value.has_value());
  writeDouble(Bytes, Value.value_or(0));
}

static std::optional<double> readOptional(ByteReader &Bytes) {
  const bool IsThere = Bytes.number() != 0;
  const double Value = readDouble(Bytes);
  return IsThere ? std::optional<double>(Value) : std::nullopt;
}

static void write(ByteWriter &Bytes, const TrainingRecord &Record) {
  Bytes.number(Record.Generation);
  for (double Quantile : Record.Quantiles)
    writeDouble(Bytes, Quantile);
  writeDouble(Bytes, Record.Mean);
  const GenerationOutcome &Outcome = Record.Outcome;
  Bytes.number(static_cast<uint64_t>(Outcome.Step));
  Bytes.number(Outcome.Candidates);
  Bytes.number(Outcome.Survivors);
  writeDouble(Bytes, Outcome.GradientNorm);
  writeDouble(Bytes, Outcome.StepNorm);
  writeDouble(Bytes, Outcome.Sigma);
  write(Bytes, Record.Validation);
  write(Bytes, Record.Rescored);
  Bytes.number(Record.IsBest);
  writeDouble(Bytes, Record.Seconds);
}

static bool read(ByteReader &Bytes, TrainingRecord &Record) {
  Record.Generation = Bytes.number();
  for (double &Quantile : Record.Quantiles)
    Quantile = readDouble(Bytes);
  Record.Mean = readDouble(Bytes);
  GenerationOutcome &Outcome = Record.Outcome;
  const uint64_t Step = Bytes.number();
  Outcome.Step = static_cast<StepKind>(Step);
  Outcome.Candidates = Bytes.number();
  Outcome.Survivors = Bytes.number();
  Outcome.GradientNorm = readDouble(Bytes);
  Outcome.StepNorm = readDouble(Bytes);
  Outcome.Sigma = readDouble(Bytes);
  Record.Validation = readOptional(Bytes);
  Record.Rescored = readOptional(Bytes);
  Record.IsBest = Bytes.number() != 0;
  Record.Seconds = readDouble(Bytes);
  return Bytes.ok() && Record.Generation <= MaxGeneration &&
         Step <= static_cast<uint64_t>(StepKind::NotFinite);
}

/// The first line of \p Text from \p Begin on.
static std::string lineAt(const std::string &Text, size_t Begin) {
  return Text.substr(Begin, Text.find('\n', Begin) - Begin);
}

/// The first lines of \p Found and \p Expected that differ.
static std::string difference(const std::string &Found,
                              const std::string &Expected) {
  size_t Begin = 0;
  for (size_t I = 0;
       I < Found.size() && I < Expected.size() && Found[I] == Expected[I]; ++I)
    if (Found[I] == '\n')
      Begin = I + 1;
  return "'" + lineAt(Found, Begin) + "', expected '" +
         lineAt(Expected, Begin) + "'";
}

std::string formatCheckpoint(const TrainingCheckpoint &Checkpoint) {
  ByteWriter Content;
  Content.string(Checkpoint.Fingerprint);
  Content.string(Checkpoint.Optimizer);
  writeDoubles(Content, Checkpoint.Best);
  write(Content, Checkpoint.BestScore);
  Content.number(Checkpoint.Validations);
  Content.number(Checkpoint.Records.size());
  for (const TrainingRecord &Record : Checkpoint.Records)
    write(Content, Record);
  const std::string Text = Content.take();
  const auto [High, Low] = hashModelName(Text);
  ByteWriter File;
  File.string(Magic);
  File.number(High);
  File.number(Low);
  File.string(Text);
  return File.take();
}

Result<TrainingCheckpoint> parseCheckpoint(std::string_view Bytes,
                                           const std::string &Fingerprint,
                                           const std::string &Where) {
  ByteReader File(Bytes);
  if (File.string() != Magic)
    return Error(Where + ": not a training checkpoint of this version");
  const uint64_t High = File.number(), Low = File.number();
  const std::string Text = File.string();
  const Error Damaged(Where + ": training checkpoint is damaged; without it, "
                              "training starts anew");
  if (!File.atEnd() || hashModelName(Text) != std::make_pair(High, Low))
    return Damaged;
  ByteReader Content(Text);
  TrainingCheckpoint Checkpoint;
  Checkpoint.Fingerprint = Content.string();
  if (Content.ok() && Checkpoint.Fingerprint != Fingerprint)
    return Error(Where +
                 ": training checkpoint is of another training: found " +
                 difference(Checkpoint.Fingerprint, Fingerprint) +
                 "; without it, training starts anew");
  Checkpoint.Optimizer = Content.string();
  ByteReader Ahead = Content;
  if (!readDoubles(Content, Ahead.count(), Checkpoint.Best))
    return Damaged;
  Checkpoint.BestScore = readOptional(Content);
  if (Checkpoint.BestScore && !std::isfinite(*Checkpoint.BestScore))
    return Damaged;
  Checkpoint.Validations = Content.number();
  const uint64_t Count = Content.count();
  for (uint64_t I = 0; I < Count; ++I) {
    TrainingRecord Record;
    if (!read(Content, Record))
      return Damaged;
    Checkpoint.Records.push_back(Record);
  }
  if (!Content.atEnd())
    return Damaged;
  return Checkpoint;
}
} // namespace mlgo
