// Inputs and expected answers of a policy
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Questions.h"
#include "mlgo/model/InputTransforms.h"
#include "mlgo/model/OrderedValue.h"
#include "mlgo/support/Random.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace mlgo {
namespace {

/// Element \p Index of the tensor of \p Spec at \p Data, which is an int64_t or
/// a float in the models of this folder.
void readElement(const TensorSpec &Spec, const uint8_t *Data, size_t Index,
                 int64_t &Ordered, float &Number) {
  if (Spec.getElementCount() == 1)
    Index = 0;
  if (Spec.type() == TensorType::Float) {
    std::memcpy(&Number, Data + Index * sizeof(float), sizeof(float));
    Ordered = orderedValue(Number);
    return;
  }
  std::memcpy(&Ordered, Data + Index * sizeof(int64_t), sizeof(int64_t));
  Number = static_cast<float>(Ordered);
}

float transformed(const InputTransform &T, int64_t Ordered, float Number) {
  switch (T.Kind) {
  case InputTransform::KindType::Quantile:
    return quantileTransform(Ordered, T.Edges.data(), T.Edges.size(), T.Scale);
  case InputTransform::KindType::Log2:
    return log2Transform(Ordered, T.Scale);
  case InputTransform::KindType::ScaleClamp:
    break;
  }
  return scaleClampTransform(Number, T.Scale, T.Low, T.High);
}

/// Small numbers, as most are, for which the policy does not abstain.
std::vector<uint8_t> drawInputs(const Model &M, Random &R) {
  std::vector<uint8_t> Bytes;
  const auto Append = [&](const void *Data, size_t Size) {
    const auto *First = static_cast<const uint8_t *>(Data);
    Bytes.insert(Bytes.end(), First, First + Size);
  };
  for (size_t I = 0; I < M.Inputs.size(); ++I)
    for (size_t E = 0; E < M.Inputs[I].getElementCount(); ++E) {
      auto Integer = static_cast<int64_t>(R.below(64));
      if (!M.Ranges.empty())
        Integer = std::clamp(Integer, M.Ranges[I].Low, M.Ranges[I].High);
      const auto Number = static_cast<float>(R.uniform());
      const int64_t One = 1;
      const int64_t Default = static_cast<int64_t>(R.below(2));
      if (static_cast<int32_t>(I) == M.MaskInput)
        Append(&One, sizeof(One));
      else if (static_cast<int32_t>(I) == M.DefaultInput)
        Append(&Default, sizeof(Default));
      else if (M.Inputs[I].type() == TensorType::Float)
        Append(&Number, sizeof(Number));
      else
        Append(&Integer, sizeof(Integer));
    }
  return Bytes;
}

/// The observations of the training log \p Path, for a model whose inputs are
/// all features of it with one int64_t.
std::vector<std::vector<uint8_t>> readInputs(const Model &M, size_t Count,
                                             const char *Path) {
  std::vector<std::vector<uint8_t>> All;
  auto Log = TrainingLogReader::open(Path);
  if (!Log)
    return All;
  std::vector<size_t> Places;
  for (const TensorSpec &Spec : M.Inputs) {
    const auto Place = Log->findFeature(Spec.name());
    if (!Place || Spec.getTotalTensorBufferSize() != sizeof(int64_t))
      return All;
    Places.push_back(*Place);
  }
  TrainingLogObservation O;
  for (auto More = Log->next(O); All.size() < Count && More && *More;
       More = Log->next(O)) {
    std::vector<uint8_t> Bytes;
    for (size_t Place : Places) {
      const auto *Data = O.Tensors[Place].as<uint8_t>();
      Bytes.insert(Bytes.end(), Data, Data + sizeof(int64_t));
    }
    All.push_back(std::move(Bytes));
  }
  return All;
}

} // namespace

Questions::Questions(const Model &TheModel, size_t Count) : M(TheModel) {
  Random R(2);
  LoadedModel Reference =
      std::move(*LoadedModel::create(M, VectorWidth::Baseline));
  std::vector<std::vector<uint8_t>> Inputs;
  if (const char *Path = std::getenv("MLGO_QUESTIONS"))
    Inputs = readInputs(M, Count, Path);
  while (Inputs.size() < Count)
    Inputs.push_back(drawInputs(M, R));
  for (std::vector<uint8_t> &Tensors : Inputs) {
    Question Q;
    Q.Inputs = std::move(Tensors);
    Q.Answer = Reference.evaluate(Q.Inputs.data());
    Q.Score = Reference.score();
    if (M.isNetwork())
      computeLogits(Q);
    All.push_back(std::move(Q));
  }
}

void Questions::computeLogits(Question &Q) const {
  const auto &N = std::get<Network>(M.Policy);
  for (size_t C = 0; C < M.columns(); ++C) {
    std::vector<int64_t> Ordered(M.Inputs.size());
    std::vector<float> Numbers(M.Inputs.size()), Row;
    const uint8_t *Tensor = Q.Inputs.data();
    for (size_t I = 0; I < M.Inputs.size(); ++I) {
      readElement(M.Inputs[I], Tensor, C, Ordered[I], Numbers[I]);
      Tensor += M.Inputs[I].getTotalTensorBufferSize();
    }
    for (const InputTransform &T : N.Transforms)
      Row.push_back(transformed(T, Ordered[T.Input], Numbers[T.Input]));
    Q.X.insert(Q.X.end(), Row.begin(), Row.end());
    for (const DenseLayer &L : N.Layers) {
      std::vector<float> Next(L.Biases);
      for (uint32_t I = 0; I < L.In; ++I)
        for (uint32_t J = 0; J < L.Out; ++J)
          Next[J] += Row[I] * L.Weights[size_t(I) * L.Out + J];
      for (float &Value : Next)
        Value = !L.ReLU || Value > 0 ? Value : 0;
      Row = std::move(Next);
    }
    Q.Logits.insert(Q.Logits.end(), Row.begin(), Row.end());
  }
}

} // namespace mlgo
