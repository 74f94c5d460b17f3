// What a learner is given
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/TrainingSet.h"
#include <algorithm>
#include <cmath>

namespace mlgo {
Result<std::vector<uint32_t>>
selectInputs(const Dataset &Data, const std::vector<std::string> &Include,
             const std::vector<std::string> &Exclude) {
  std::vector<bool> Selected(Data.Features.size(), Include.empty());
  for (const auto &[Names, Value] :
       {std::pair(&Include, true), {&Exclude, false}})
    for (const std::string &Name : *Names) {
      const uint32_t Feature = MLGO_TRY(Data.requireFeature(Name));
      Selected[Feature] = Value;
    }
  std::vector<uint32_t> Inputs;
  for (size_t I = 0; I < Selected.size(); ++I)
    if (Selected[I])
      Inputs.push_back(static_cast<uint32_t>(I));
  if (Inputs.empty())
    return Error("no feature is left as input of the policy");
  return Inputs;
}

void setImitationTargets(TrainingSet &Set, uint32_t Feature) {
  const size_t Size = Set.Data->size();
  Set.Weights.assign(Size, 1);
  Set.Targets.resize(Size);
  for (size_t I = 0; I < Size; ++I)
    Set.Targets[I] = Set.Data->row(I)[Feature] != 0;
}

void setFlipTargets(TrainingSet &Set, float MaxBytes, float MinBytes) {
  const std::vector<float> &Deltas = Set.Data->DeltaSizes;
  Set.Weights.resize(Deltas.size());
  Set.Targets.resize(Deltas.size());
  for (size_t I = 0; I < Deltas.size(); ++I) {
    Set.Targets[I] = Deltas[I] < 0;
    Set.Weights[I] = std::clamp(std::fabs(Deltas[I]), MinBytes, MaxBytes);
    if (I < Set.Data->Confidences.size())
      Set.Weights[I] *= Set.Data->Confidences[I];
  }
}

void setSavingTargets(TrainingSet &Set, float MaxBytes) {
  const std::vector<float> &Deltas = Set.Data->DeltaSizes;
  Set.Weights.assign(Deltas.size(), 1);
  Set.Targets.resize(Deltas.size());
  for (size_t I = 0; I < Deltas.size(); ++I)
    Set.Targets[I] = std::clamp(-Deltas[I], -MaxBytes, MaxBytes);
}

void split(TrainingSet &Set, const std::vector<bool> &HeldOut) {
  std::vector<bool> Kept = HeldOut;
  Kept.flip();
  Set.Train = Set.Data->rowsOf(Kept);
  Set.Validation = Set.Data->rowsOf(HeldOut);
}
} // namespace mlgo
