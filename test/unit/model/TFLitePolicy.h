// A policy as MLGO's trainers export them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "TFLiteWriter.h"
#include "mlgo/support/Random.h"
#include <cmath>
#include <string>
#include <vector>

namespace mlgo {

/// A small policy like those for LLVM's inliner: each feature in buckets, as X,
/// X * X and its root, joined, through dense layers, to the larger logit. Also
/// the inputs that only training needs, and the logits as a second output.
struct TFLitePolicy {
  static constexpr int Buckets = 9, Hidden = 20;
  std::vector<std::string> Features;
  std::vector<std::vector<float>> Boundaries;
  struct Layer {
    int In, Out;
    std::vector<float> Weights, Biases;
  };
  std::vector<Layer> Layers;

  TFLitePolicy(std::vector<std::string> Names, uint64_t Seed)
      : Features(std::move(Names)) {
    Random R(Seed);
    for (size_t F = 0; F < Features.size(); ++F) {
      float Edge = float(R.below(3));
      Boundaries.emplace_back();
      for (int I = 0; I < Buckets; ++I, Edge += float(R.below(7)))
        Boundaries.back().push_back(Edge);
    }
    const int Width = 3 * int(Features.size());
    for (auto [In, Out] :
         {std::pair{Width, Hidden}, {Hidden, Hidden}, {Hidden, 2}}) {
      Layer L{In, Out, std::vector<float>(size_t(In * Out)),
              std::vector<float>(size_t(Out))};
      for (std::vector<float> *Each : {&L.Weights, &L.Biases})
        for (float &Value : *Each)
          Value = float(R.uniform() * 2 - 1) / 4;
      Layers.push_back(std::move(L));
    }
  }

  std::string file(bool HasSignature) const {
    TFLiteWriter W;
    TFLiteWriter::Names Signed;
    std::vector<int32_t> Inputs, Parts;
    const auto Last = W.constant<int32_t>({}, {-1});
    for (size_t F = 0; F < Features.size(); ++F) {
      const auto X = W.tensor<int64_t>({1}, "action_" + Features[F] + ":0");
      Inputs.push_back(X);
      Signed.emplace_back(Features[F], X);
      Parts.push_back(addFeature(W, X, Boundaries[F], Last));
    }
    for (const char *Name : {"discount", "reward"})
      Inputs.push_back(W.tensor<float>({1}, std::string("action_") + Name));
    Inputs.push_back(W.tensor<int32_t>({1}, "action_step_type:0"));
    auto At = W.tensor<float>({1, 3 * int(Features.size())});
    W.op(2, Parts, {At}, 10, tflite::CreateConcatenationOptions(W.B, -1));
    for (size_t L = 0; L < Layers.size(); ++L)
      At = addLayer(W, At, Layers[L], L + 1 < Layers.size());
    const auto Decision = W.tensor<int64_t>({1}, "StatefulPartitionedCall:0");
    W.op(56, {At, Last}, {Decision});
    if (!HasSignature)
      return W.finish(Inputs, {Decision, At});
    return W.finish(Inputs, {At, Decision}, Signed,
                    {{"inlining_decision", Decision}, {"logits", At}});
  }

  /// In doubles; the rest of the arithmetic is the same.
  std::vector<double> logits(const std::vector<int64_t> &Inputs) const {
    std::vector<double> X;
    for (size_t F = 0; F < Features.size(); ++F) {
      int Below = 0;
      for (float Edge : Boundaries[F])
        Below += float(Inputs[F]) >= Edge;
      const double Bucket = double(Below) / Buckets;
      X.insert(X.end(), {Bucket, Bucket * Bucket, std::sqrt(Bucket)});
    }
    for (size_t L = 0; L < Layers.size(); ++L) {
      std::vector<double> Y(Layers[L].Biases.begin(), Layers[L].Biases.end());
      for (size_t J = 0; J < Y.size(); ++J) {
        for (size_t I = 0; I < X.size(); ++I)
          Y[J] += X[I] * double(Layers[L].Weights[J * X.size() + I]);
        if (L + 1 < Layers.size())
          Y[J] = std::max(Y[J], 0.0);
      }
      X = Y;
    }
    return X;
  }

private:
  static int32_t addFeature(TFLiteWriter &W, int32_t X,
                            const std::vector<float> &Edges, int32_t Last) {
    const auto Wide = W.tensor<int64_t>({1, 1});
    const auto Bucket = W.tensor<int32_t>({1, 1});
    const auto Number = W.tensor<float>({1, 1}),
               Share = W.tensor<float>({1, 1}),
               Square = W.tensor<float>({1, 1}), Root = W.tensor<float>({1, 1}),
               All = W.tensor<float>({1, 3});
    W.op(70, {X, Last}, {Wide});
    auto Boundaries = W.B.CreateVector(Edges);
    W.op(147, {Wide}, {Bucket}, 115,
         tflite::CreateBucketizeOptions(W.B, Boundaries));
    W.op(53, {Bucket}, {Number});
    W.op(42, {Number, W.constant<float>({}, {float(Buckets)})}, {Share});
    W.op(18, {Share, Share}, {Square});
    W.op(75, {Share}, {Root});
    W.op(2, {Share, Square, Root}, {All}, 10,
         tflite::CreateConcatenationOptions(W.B, -1));
    return All;
  }

  static int32_t addLayer(TFLiteWriter &W, int32_t X, const Layer &L,
                          bool IsHidden) {
    const auto Y = W.tensor<float>({1, L.Out});
    const auto Weights = W.constant<float>({L.Out, L.In}, L.Weights),
               Biases = W.constant<float>({L.Out}, L.Biases);
    W.op(9, {X, Weights, Biases}, {Y}, 8,
         tflite::CreateFullyConnectedOptions(W.B, IsHidden ? 1 : 0));
    return Y;
  }
};

} // namespace mlgo
