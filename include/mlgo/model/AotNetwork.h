// Networks in generated models
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/AotModel.h"
#include "mlgo/model/DenseKernel.h"

namespace mlgo {
/// InputTransform::Quantile; the edges are Edges[FirstEdge] and following.
struct AotQuantile {
  uint32_t Output;
  uint32_t Input;
  uint32_t FirstEdge;
  uint32_t EdgeCount;
  float Scale;
};

/// InputTransform::Log2.
struct AotLog2 {
  uint32_t Output;
  uint32_t Input;
  float Scale;
};

/// InputTransform::ScaleClamp.
struct AotScaleClamp {
  uint32_t Output;
  uint32_t Input;
  float Scale;
  float Low;
  float High;
};

/// One layer; Weights is [In][Stride], Biases is [Stride].
struct AotLayer {
  uint32_t In;
  uint32_t Stride;
  bool ReLU;
  const float *Weights;
  const float *Biases;
};

/// The policy of generated networks. \p Table, generated, has std::arrays
/// Quantiles, Edges, Log2s, ScaleClamps and Layers, the number of Outputs,
/// Width, the longest row, and denseFunction(), the default.
template <typename Table> class AotNetwork {
public:
  template <typename Values> int64_t choose(const Values &X) {
    return argmax(run(X), Table::Outputs);
  }
  template <typename Values> float logit(const Values &X) { return *run(X); }
  template <typename Values> int64_t offset(const Values &X) {
    return roundOffset(*run(X));
  }

  /// All functions give the same bits.
  void setDenseFunction(DenseFunction Function) { Dense = Function; }

private:
  template <typename Values> void transform(const Values &X, float *To) const {
    for (const AotQuantile &T : Table::Quantiles)
      To[T.Output] = quantileTransform(X.Ordered[T.Input],
                                       Table::Edges.data() + T.FirstEdge,
                                       T.EdgeCount, T.Scale);
    for (const AotLog2 &T : Table::Log2s)
      To[T.Output] = log2Transform(X.Ordered[T.Input], T.Scale);
    for (const AotScaleClamp &T : Table::ScaleClamps)
      To[T.Output] =
          scaleClampTransform(X.Numbers[T.Input], T.Scale, T.Low, T.High);
  }

  /// The logits.
  template <typename Values> const float *run(const Values &X) {
    float *From = Activations[0], *To = Activations[1];
    transform(X, From);
    for (const AotLayer &L : Table::Layers) {
      Dense(From, L.In, L.Stride, L.Weights, L.Biases, L.ReLU, To);
      std::swap(From, To);
    }
    return From;
  }

  DenseFunction Dense = Table::denseFunction();
  alignas(64) float Activations[2][Table::Width] = {};
};
} // namespace mlgo
