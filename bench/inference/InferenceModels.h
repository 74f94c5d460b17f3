// The policies that are compared
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/Random.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace mlgo {

/// A shipped policy, or a network of the shape of a published one.
struct InferenceShape {
  const char *Name;
  const char *ClassName;
  const char *File; ///< In the folder of models; null for random weights.
  std::vector<uint32_t> Widths; ///< Of random weights: inputs, layers, outputs.
  size_t Columns;
};

inline const InferenceShape InferenceShapes[] = {
    {"inline-size", "InlineSize", "inline-size.mlgo", {}, 1},
    {"inline-wasm", "InlineWasm", "inline-wasm.mlgo", {}, 1},
    {"evict", "EvictO2", "regalloc-evict.mlgo", {}, 33},
    {"imitation-396-16-8-2", "Imitation", "inline-oz-imitation.mlgo", {}, 1},
    {"70-40-40-20-2", "Net40", nullptr, {70, 40, 40, 20, 2}, 1},
    {"70-64-64-64-64-2", "Net64", nullptr, {70, 64, 64, 64, 64, 2}, 1},
    {"33x(42-80-40-1)", "Evict80", nullptr, {42, 80, 40, 1}, 33},
};

/// Integer inputs, scaled, through layers of random weights.
inline Model randomNetworkModel(const InferenceShape &S) {
  Random R(1);
  Model M;
  M.Task = "bench";
  Network N;
  const auto Columns = static_cast<int64_t>(S.Columns);
  for (uint32_t I = 0; I < S.Widths[0]; ++I) {
    M.Inputs.push_back(
        TensorSpec::createSpec<int64_t>("x" + std::to_string(I), {1, Columns}));
    InputTransform T;
    T.Input = I;
    T.Scale = 1.0f / 32;
    T.Low = -64;
    T.High = 64;
    N.Transforms.push_back(T);
  }
  if (S.Columns > 1) {
    M.Decision = DecisionKind::MaskedArgmax;
    M.MaskInput = static_cast<int32_t>(M.Inputs.size());
    M.Inputs.push_back(TensorSpec::createSpec<int64_t>("mask", {1, Columns}));
  }
  for (size_t I = 1; I < S.Widths.size(); ++I) {
    DenseLayer L;
    L.In = S.Widths[I - 1];
    L.Out = S.Widths[I];
    L.ReLU = I + 1 < S.Widths.size();
    const auto Number = [&] {
      return static_cast<float>(R.uniform() - 0.5) / 2;
    };
    for (size_t J = 0; J < size_t(L.In) * L.Out; ++J)
      L.Weights.push_back(Number());
    for (size_t J = 0; J < L.Out; ++J)
      L.Biases.push_back(Number());
    N.Layers.push_back(std::move(L));
  }
  M.Policy = std::move(N);
  return M;
}

/// Ends the program if the file cannot be read.
inline Model inferenceModel(const InferenceShape &S,
                            const std::string &Folder) {
  if (!S.File)
    return randomNetworkModel(S);
  Result<Model> M = loadModel(Folder + "/" + S.File);
  if (!M) {
    std::fprintf(stderr, "%s\n", M.error().message().c_str());
    std::exit(1);
  }
  return std::move(*M);
}

} // namespace mlgo
