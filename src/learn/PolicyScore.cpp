// How strongly a policy says yes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/PolicyScore.h"
#include "mlgo/model/InputTransforms.h"
#include <cmath>

namespace mlgo {
int64_t scoreTrees(const TreeEnsemble &Trees, const Dataset &Data,
                   const std::vector<uint32_t> &Columns, uint32_t Row) {
  const int32_t *Values = Data.row(Row);
  int64_t Score = Trees.Base;
  for (const TreeEnsemble::Tree &Tree : Trees.Trees) {
    const TreeNode *N = &Tree[0];
    while (N->Input >= 0)
      N = &Tree[Values[Columns[static_cast<size_t>(N->Input)]] < N->Threshold
                    ? N->Left
                    : N->Right];
    Score += N->Value;
  }
  return Score;
}

void transformInputs(const std::vector<InputTransform> &Transforms,
                     const Dataset &Data, const std::vector<uint32_t> &Columns,
                     uint32_t Row, float *Values) {
  const int32_t *Inputs = Data.row(Row);
  for (const InputTransform &T : Transforms) {
    const int64_t Value = Inputs[Columns[T.Input]];
    switch (T.Kind) {
    case InputTransform::KindType::Quantile:
      *Values++ =
          quantileTransform(Value, T.Edges.data(), T.Edges.size(), T.Scale);
      break;
    case InputTransform::KindType::Log2:
      *Values++ = log2Transform(Value, T.Scale);
      break;
    case InputTransform::KindType::ScaleClamp:
      *Values++ = scaleClampTransform(static_cast<float>(Value), T.Scale, T.Low,
                                      T.High);
      break;
    }
  }
}

float scoreNetwork(const Network &Network, const Dataset &Data,
                   const std::vector<uint32_t> &Columns, uint32_t Row) {
  std::vector<float> X(Network.Transforms.size());
  transformInputs(Network.Transforms, Data, Columns, Row, X.data());
  for (const DenseLayer &Layer : Network.Layers) {
    std::vector<float> Y = Layer.Biases;
    for (uint32_t I = 0; I < Layer.In; ++I)
      for (uint32_t J = 0; J < Layer.Out; ++J)
        Y[J] += X[I] * Layer.Weights[size_t(I) * Layer.Out + J];
    if (Layer.ReLU)
      for (float &Value : Y)
        Value = Value > 0 ? Value : 0;
    X = std::move(Y);
  }
  return X[1] - X[0];
}

void scorePolicy(const LearnedPolicy &Learned, const Dataset &Data,
                 const std::vector<uint32_t> &Columns,
                 const std::vector<uint32_t> &Rows,
                 std::vector<double> &Scores) {
  const auto *Net = std::get_if<Network>(&Learned.Policy);
  const auto *Trees = std::get_if<TreeEnsemble>(&Learned.Policy);
  for (uint32_t Row : Rows)
    Scores[Row] =
        Learned.Unit *
        (Net ? double(scoreNetwork(*Net, Data, Columns, Row))
             : static_cast<double>(scoreTrees(*Trees, Data, Columns, Row)));
}

void applyCut(LearnedPolicy &Learned, double Cut) {
  if (auto *Trees = std::get_if<TreeEnsemble>(&Learned.Policy))
    Trees->Base -= std::llrint(Cut / Learned.Unit);
  else
    std::get<Network>(Learned.Policy).Layers.back().Biases[0] +=
        static_cast<float>(Cut / Learned.Unit);
}
} // namespace mlgo
