// Labelled decisions as a training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/LabelLog.h"
#include "InlineAdvisor.h"
#include "mlgo/tensor/TrainingLogWriter.h"

namespace mlgo {
Status writeLabelLog(const std::string &Path, const std::string &Context,
                     const std::vector<Label> &Labels) {
  std::vector<TensorSpec> Features = getInlinePolicyInputs();
  const size_t NumInputs = Features.size();
  Features.push_back(TensorSpec::createSpec<int64_t>("label_confidence", {1}));
  Features.push_back(TensorSpec::createSpec<int64_t>("inlining_decision", {1}));
  std::optional<TensorSpec> Score;
  const bool HasScore = Labels.empty() || Labels[0].DeltaSize;
  if (HasScore)
    Score = TensorSpec::createSpec<float>("delta_size", {1});
  auto Log = MLGO_TRY(TrainingLogWriter::create(Path, Features, Score));
  Log.switchContext(Context);
  for (const Label &L : Labels) {
    Log.startObservation();
    for (size_t I = 0; I < NumInputs; ++I)
      Log.logTensorValue(I, &L.Site->Inputs[I]);
    Log.logTensorValue(NumInputs, &L.Confidence);
    const int64_t Decision = L.Site->Decision;
    Log.logTensorValue(NumInputs + 1, &Decision);
    Log.endObservation();
    if (HasScore) {
      const float DeltaSize = static_cast<float>(*L.DeltaSize);
      Log.logReward(&DeltaSize);
    }
  }
  return Log.close();
}
} // namespace mlgo
