// Logs what a runner decides
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/DecisionLog.h"
#include <cinttypes>
#include <cstring>

namespace mlgo {
std::string getLogName(const std::string &Module, uint64_t Hash) {
  // File systems allow names of 255 bytes; a temporary name is longer.
  constexpr size_t MaxNameBytes = 200;
  std::string Name = Module;
  for (char &C : Name)
    if (C == '/' || C < ' ' || C == 127)
      C = '_';
  if (Name.size() > MaxNameBytes)
    Name.erase(0, Name.size() - MaxNameBytes);
  char Digits[17];
  std::snprintf(Digits, sizeof(Digits), "%016" PRIx64, Hash);
  return Name + "-" + Digits + ".log";
}

Result<DecisionLog> DecisionLog::create(const std::string &Path,
                                        const MLModelRunner &Runner,
                                        const TensorSpec &Decision,
                                        const DecisionLogOptions &Options) {
  std::vector<size_t> Inputs;
  std::optional<size_t> DefaultInput;
  std::vector<TensorSpec> Columns;
  for (size_t I = 0; I < Runner.inputs().size(); ++I) {
    if (Options.Default && Runner.inputs()[I] == *Options.Default) {
      DefaultInput = I;
      continue;
    }
    Inputs.push_back(I);
    Columns.push_back(Runner.inputs()[I]);
  }
  for (const TensorSpec &Spec : Runner.extraOutputs())
    Columns.push_back(Spec);
  if (Options.Default)
    Columns.push_back(*Options.Default);
  Columns.push_back(Decision);
  auto Writer = MLGO_TRY(
      TrainingLogWriter::create(Path, std::move(Columns), Options.Score));
  DecisionLog Log(std::move(Writer));
  Log.Inputs = std::move(Inputs);
  Log.HasDefault = Options.Default.has_value();
  Log.DefaultInput = DefaultInput;
  if (Options.Score)
    Log.Reward.emplace(*Options.Score);
  return Result<DecisionLog>(std::move(Log));
}

void DecisionLog::finishObservation() {
  if (!NeedsReward)
    return;
  Writer.logReward(Reward->data());
  Reward->clear();
  NeedsReward = false;
}

void DecisionLog::switchContext(std::string_view Name) {
  finishObservation();
  Writer.switchContext(Name);
}

void DecisionLog::logDecision(const MLModelRunner &Runner, const void *Decision,
                              const void *Default) {
  finishObservation();
  Writer.startObservation();
  size_t Column = 0;
  for (size_t Input : Inputs)
    Writer.logTensorValue(Column++, Runner.getTensorUntyped(Input));
  for (size_t I = 0; I < Runner.extraOutputs().size(); ++I)
    Writer.logTensorValue(Column++, Runner.extraOutput(I));
  if (HasDefault && !Default && DefaultInput)
    Default = Runner.getTensorUntyped(*DefaultInput);
  assert((!HasDefault || Default) && "the default decision is not given");
  if (HasDefault)
    Writer.logTensorValue(Column++, Default);
  Writer.logTensorValue(Column, Decision);
  Writer.endObservation();
  NeedsReward = Reward.has_value();
}

void DecisionLog::logReward(const void *Value) {
  if (NeedsReward)
    std::memcpy(Reward->data(), Value, Reward->size());
}

Status DecisionLog::close() {
  finishObservation();
  return Writer.close();
}
} // namespace mlgo
