// Networks as constants
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/DenseKernel.h"
#include "model/AotText.h"
#include "support/Text.h"

namespace mlgo {
/// {a, b, c}
static std::string tupleText(const std::vector<std::string> &Members) {
  return "{" + joinText(Members, ", ") + "}";
}

static std::string
transformsText(const std::vector<InputTransform> &Transforms) {
  std::vector<std::string> Quantiles, Edges, Log2s, ScaleClamps;
  for (size_t I = 0; I < Transforms.size(); ++I) {
    const InputTransform &T = Transforms[I];
    const std::string Output = std::to_string(I);
    const std::string Input = std::to_string(T.Input);
    switch (T.Kind) {
    case InputTransform::KindType::Quantile:
      Quantiles.push_back(
          tupleText({Output, Input, std::to_string(Edges.size()),
                     std::to_string(T.Edges.size()), floatText(T.Scale)}));
      for (int64_t Edge : T.Edges)
        Edges.push_back(integerText(Edge));
      break;
    case InputTransform::KindType::Log2:
      Log2s.push_back(tupleText({Output, Input, floatText(T.Scale)}));
      break;
    case InputTransform::KindType::ScaleClamp:
      ScaleClamps.push_back(tupleText({Output, Input, floatText(T.Scale),
                                       floatText(T.Low), floatText(T.High)}));
      break;
    }
  }
  return arrayText("mlgo::AotQuantile", "Quantiles", Quantiles) +
         arrayText("int64_t", "Edges", Edges) +
         arrayText("mlgo::AotLog2", "Log2s", Log2s) +
         arrayText("mlgo::AotScaleClamp", "ScaleClamps", ScaleClamps);
}

/// The constants of layer \p L, with rows padded to whole vectors.
static std::string layerText(const DenseLayer &L, const std::string &Index) {
  const uint32_t Stride = denseStride(L.Out);
  std::vector<std::string> Weights, Biases;
  for (uint32_t I = 0; I < L.In; ++I)
    for (uint32_t J = 0; J < Stride; ++J)
      Weights.push_back(J < L.Out ? floatText(L.Weights[size_t(I) * L.Out + J])
                                  : "0");
  for (uint32_t J = 0; J < Stride; ++J)
    Biases.push_back(J < L.Out ? floatText(L.Biases[J]) : "0");
  return plainArrayText("float", "Weights" + Index, Weights) +
         plainArrayText("float", "Biases" + Index, Biases);
}

/// Whether one vector of outputs is all that a layer makes.
static bool isLinear(const Network &N) {
  return N.Layers.size() == 1 &&
         denseStride(N.Layers[0].Out) == DenseRowMultiple;
}

std::string denseHeader(const Network &N) {
  return isLinear(N) ? "PlainDense" : "FastestDense";
}

std::string networkTableText(const Network &N) {
  std::string Text = transformsText(N.Transforms);
  std::vector<std::string> Layers;
  uint32_t Width = denseStride(static_cast<uint32_t>(N.Transforms.size()));
  for (size_t I = 0; I < N.Layers.size(); ++I) {
    const DenseLayer &L = N.Layers[I];
    const std::string Index = std::to_string(I);
    Text += layerText(L, Index);
    Layers.push_back(tupleText(
        {std::to_string(L.In), std::to_string(denseStride(L.Out)),
         L.ReLU ? "true" : "false", "Weights" + Index, "Biases" + Index}));
    Width = std::max(Width, denseStride(L.Out));
  }
  return Text + arrayText("mlgo::AotLayer", "Layers", Layers) +
         "  static constexpr size_t Outputs = " +
         std::to_string(N.Layers.back().Out) +
         ";\n  static constexpr size_t Width = " + std::to_string(Width) +
         ";\n  static mlgo::DenseFunction denseFunction() { return mlgo::" +
         (isLinear(N) ? "plainDense" : "fastestDense()") + "; }\n";
}
} // namespace mlgo
