// A policy in plain loops
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/InputTransforms.h"
#include "mlgo/model/Model.h"
#include <cstring>
#include <variant>
#include <vector>

namespace mlgo {

/// Evaluates the models of BenchModels, whose inputs are all int64_t, with what
/// one would write first: a row of weights for each neuron, a loop for each
/// tree.
class NaiveModel {
public:
  explicit NaiveModel(const Model &TheModel) : M(TheModel) {
    if (const auto *N = std::get_if<Network>(&M.Policy))
      for (const DenseLayer &L : N->Layers) {
        std::vector<float> Rows;
        for (uint32_t J = 0; J < L.Out; ++J)
          for (uint32_t I = 0; I < L.In; ++I)
            Rows.push_back(L.Weights[size_t(I) * L.Out + J]);
        RowsOfLayers.push_back(std::move(Rows));
        Activations.emplace_back(L.Out);
      }
    X.resize(M.Inputs.size());
    if (M.isNetwork())
      First.reserve(std::get<Network>(M.Policy).Transforms.size());
  }

  int64_t evaluate(const uint8_t *Inputs) {
    int64_t Best = -1;
    float BestLogit = 0;
    for (size_t C = 0; C < M.columns(); ++C) {
      readColumn(Inputs, C);
      if (M.Decision != DecisionKind::MaskedArgmax)
        return (X[M.DefaultInput] != 0) !=
               (M.isNetwork() ? argmax(run(), 2) == 1 : score() > 0);
      if (X[M.MaskInput] == 0)
        continue;
      const float Logit = *run();
      if (Best >= 0 && Logit <= BestLogit)
        continue;
      BestLogit = Logit;
      Best = static_cast<int64_t>(C);
    }
    return Best;
  }

private:
  void readColumn(const uint8_t *Inputs, size_t C) {
    for (size_t I = 0; I < X.size(); ++I) {
      const size_t Count = M.Inputs[I].getElementCount();
      std::memcpy(&X[I], Inputs + (Count == 1 ? 0 : C) * sizeof(int64_t),
                  sizeof(int64_t));
      Inputs += Count * sizeof(int64_t);
    }
  }

  float transform(const InputTransform &T) const {
    const int64_t Value = X[T.Input];
    if (T.Kind == InputTransform::KindType::Quantile)
      return quantileTransform(Value, T.Edges.data(), T.Edges.size(), T.Scale);
    if (T.Kind == InputTransform::KindType::Log2)
      return log2Transform(Value, T.Scale);
    return scaleClampTransform(static_cast<float>(Value), T.Scale, T.Low,
                               T.High);
  }

  const float *run() {
    const auto &N = std::get<Network>(M.Policy);
    First.clear();
    for (const InputTransform &T : N.Transforms)
      First.push_back(transform(T));
    const float *From = First.data();
    for (size_t L = 0; L < N.Layers.size(); ++L) {
      const DenseLayer &Layer = N.Layers[L];
      for (uint32_t J = 0; J < Layer.Out; ++J) {
        const float *Row = &RowsOfLayers[L][size_t(J) * Layer.In];
        float Sum = Layer.Biases[J];
        for (uint32_t I = 0; I < Layer.In; ++I)
          Sum += From[I] * Row[I];
        Activations[L][J] = !Layer.ReLU || Sum > 0 ? Sum : 0;
      }
      From = Activations[L].data();
    }
    return From;
  }

  int64_t score() const {
    const auto &E = std::get<TreeEnsemble>(M.Policy);
    int64_t Sum = E.Base;
    for (const TreeEnsemble::Tree &Tree : E.Trees) {
      const TreeNode *N = &Tree[0];
      while (N->Input >= 0)
        N = &Tree[X[N->Input] < N->Threshold ? N->Left : N->Right];
      Sum += N->Value;
    }
    return Sum;
  }

  const Model &M;
  std::vector<std::vector<float>> RowsOfLayers, Activations;
  std::vector<int64_t> X;
  std::vector<float> First;
};

} // namespace mlgo
