// A policy before any training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/StartModel.h"
#include "model/ModelExamples.h"

namespace mlgo {
Model makeStartModel(Model M, std::vector<InputTransform> Transforms,
                     const std::vector<std::pair<size_t, float>> &Weights) {
  DenseLayer Sum;
  Sum.In = static_cast<uint32_t>(Transforms.size());
  Sum.Out = 1;
  Sum.Weights.assign(Sum.In, 0);
  Sum.Weights[0] = 0.5f;
  for (const auto &[Index, Weight] : Weights)
    Sum.Weights[Index] = Weight;
  Sum.Biases = {0};
  Network Net;
  Net.Transforms = std::move(Transforms);
  Net.Layers.push_back(std::move(Sum));
  M.Policy = std::move(Net);
  M.Provenance = {{"start", Weights.empty() ? "the stock advisor"
                                            : "the stock advisor, corrected"}};
  constexpr size_t NumExamples = 8;
  [[maybe_unused]] const Status Recorded = recordExamples(M, NumExamples);
  assert(Recorded && "the start is no sound model");
  return M;
}
} // namespace mlgo
