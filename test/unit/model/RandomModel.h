// Valid models of every kind
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include "mlgo/model/OrderedValue.h"
#include "mlgo/support/Random.h"
#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

namespace mlgo {

/// What randomModel is to make.
struct RandomModelShape {
  bool IsNetwork = false;
  DecisionKind Decision = DecisionKind::Argmax;
  bool HasRanges = false;
  bool AllTypes = false; ///< Inputs of all ten scalar types, else int64_t.
  size_t Inputs = 6;
  size_t Columns = 5; ///< For MaskedArgmax.
  std::vector<uint32_t> Hidden = {20, 7};
  size_t Trees = 10;
  size_t Leaves = 8;
};

/// Small integers most of the time, so that thresholds and edges matter; now
/// and then an extreme.
inline int64_t randomInteger(Random &R) {
  if (R.below(20) == 0)
    return static_cast<int64_t>(R.next() >> R.below(64));
  return static_cast<int64_t>(R.below(41)) - 20;
}

inline float randomFloat(Random &R) {
  return static_cast<float>(R.uniform() * 2 - 1);
}

/// Fills \p Data, one tensor of \p Spec. Floating-point elements are also
/// infinite or not a number at times.
inline void fillRandomTensor(const TensorSpec &Spec, void *Data, Random &R) {
  for (size_t I = 0; I < Spec.getElementCount(); ++I) {
    const int64_t Integer = randomInteger(R);
    switch (Spec.type()) {
#define MLGO_FILL(T, Name)                                                     \
  case TensorType::Name: {                                                     \
    T Value = static_cast<T>(Integer);                                         \
    if constexpr (std::is_floating_point_v<T>) {                               \
      const T Special[] = {std::numeric_limits<T>::infinity(),                 \
                           -std::numeric_limits<T>::infinity(),                \
                           std::numeric_limits<T>::quiet_NaN(), T(-0.0)};      \
      Value = R.below(30) == 0 ? Special[R.below(4)]                           \
                               : Value * static_cast<T>(R.uniform());          \
    }                                                                          \
    static_cast<T *>(Data)[I] = Value;                                         \
    break;                                                                     \
  }
      MLGO_TENSOR_TYPES(MLGO_FILL)
#undef MLGO_FILL
    case TensorType::Invalid:
      break;
    }
  }
}

inline int64_t randomThreshold(const TensorSpec &Spec, Random &R) {
  const int64_t Integer = static_cast<int64_t>(R.below(41)) - 20;
  if (Spec.type() == TensorType::Float)
    return orderedValue(static_cast<float>(Integer) * randomFloat(R));
  if (Spec.type() == TensorType::Double)
    return orderedValue(static_cast<double>(Integer) * randomFloat(R));
  return Integer;
}

inline TreeEnsemble::Tree randomTree(const Model &M, size_t Leaves, Random &R) {
  TreeEnsemble::Tree Tree(1);
  std::vector<uint32_t> Open = {0};
  for (size_t I = 1; I < Leaves; ++I) {
    const size_t Pick = R.below(Open.size());
    const uint32_t Index = Open[Pick];
    Open.erase(Open.begin() + static_cast<long>(Pick));
    const auto Input = static_cast<int32_t>(R.below(M.Inputs.size()));
    const auto Left = static_cast<uint32_t>(Tree.size());
    Tree[Index] = {Input, randomThreshold(M.Inputs[Input], R), Left, Left + 1,
                   0};
    Tree.resize(Tree.size() + 2);
    Open.push_back(Left);
    Open.push_back(Left + 1);
  }
  for (uint32_t Index : Open)
    Tree[Index].Value = static_cast<int32_t>(R.below(2001)) - 1000;
  return Tree;
}

inline InputTransform randomTransform(const Model &M, Random &R) {
  InputTransform T;
  T.Input = static_cast<uint32_t>(R.below(M.Inputs.size()));
  const TensorSpec &Spec = M.Inputs[T.Input];
  T.Kind = static_cast<InputTransform::KindType>(R.below(3));
  if (T.Kind == InputTransform::KindType::Log2 &&
      (Spec.type() == TensorType::Float || Spec.type() == TensorType::Double))
    T.Kind = InputTransform::KindType::Quantile;
  T.Scale = randomFloat(R) / 4;
  T.Low = -10;
  T.High = 12;
  if (T.Kind == InputTransform::KindType::Quantile) {
    std::set<int64_t> Edges;
    for (int I = 0; I < 9; ++I)
      Edges.insert(randomThreshold(Spec, R));
    T.Edges.assign(Edges.begin(), Edges.end());
  }
  return T;
}

inline Network randomNetwork(const Model &M, const RandomModelShape &Shape,
                             Random &R) {
  Network N;
  for (size_t I = 0; I < M.Inputs.size() + 3; ++I)
    N.Transforms.push_back(randomTransform(M, R));
  std::vector<uint32_t> Widths = Shape.Hidden;
  Widths.push_back(M.Decision == DecisionKind::MaskedArgmax ||
                           M.Decision == DecisionKind::AddToDefault
                       ? 1
                   : M.Decision == DecisionKind::FlipDefault ? 2
                                                             : 3);
  auto In = static_cast<uint32_t>(N.Transforms.size());
  for (size_t I = 0; I < Widths.size(); ++I) {
    DenseLayer L;
    L.In = In;
    L.Out = In = Widths[I];
    L.ReLU = I + 1 < Widths.size();
    for (size_t J = 0; J < size_t(L.In) * L.Out; ++J)
      L.Weights.push_back(randomFloat(R));
    for (size_t J = 0; J < L.Out; ++J)
      L.Biases.push_back(randomFloat(R));
    N.Layers.push_back(std::move(L));
  }
  return N;
}

/// A valid model without examples, a function of \p Seed and \p Shape.
inline Model randomModel(uint64_t Seed, const RandomModelShape &Shape) {
  Random R(Seed);
  Model M;
  M.Task = "random";
  M.Decision = Shape.Decision;
  const bool Masked = Shape.Decision == DecisionKind::MaskedArgmax;
  for (size_t I = 0; I < Shape.Inputs; ++I) {
    const auto Type = static_cast<TensorType>(1 + R.below(10));
    std::vector<int64_t> Dimensions = {1};
    if (Masked && I % 3 != 2)
      Dimensions.push_back(static_cast<int64_t>(Shape.Columns));
    M.Inputs.emplace_back("input_" + std::to_string(I), 0,
                          Shape.AllTypes ? Type : TensorType::Int64,
                          Dimensions);
  }
  if (Masked) {
    M.MaskInput = static_cast<int32_t>(M.Inputs.size());
    M.Inputs.push_back(TensorSpec::createSpec<int64_t>(
        "mask", {1, static_cast<int64_t>(Shape.Columns)}));
  }
  if (Shape.HasRanges || Shape.Decision == DecisionKind::FlipDefault ||
      Shape.Decision == DecisionKind::AddToDefault) {
    M.DefaultInput = static_cast<int32_t>(M.Inputs.size());
    M.Inputs.push_back(TensorSpec::createSpec<int64_t>("default", {1}));
  }
  if (Shape.HasRanges) {
    M.Ranges.resize(M.Inputs.size());
    M.Ranges[0] = {randomThreshold(M.Inputs[0], R) - 15, INT64_MAX};
  }
  if (Shape.IsNetwork) {
    M.Policy = randomNetwork(M, Shape, R);
    return M;
  }
  TreeEnsemble E;
  E.Base = static_cast<int64_t>(R.below(201)) - 100;
  for (size_t I = 0; I < Shape.Trees; ++I)
    E.Trees.push_back(randomTree(M, Shape.Leaves, R));
  M.Policy = std::move(E);
  return M;
}

/// All tensors of \p M's inputs, one after the other.
inline std::vector<uint8_t> randomInputs(const Model &M, Random &R) {
  size_t Size = 0;
  for (const TensorSpec &Spec : M.Inputs)
    Size += Spec.getTotalTensorBufferSize();
  std::vector<uint8_t> Bytes(Size);
  size_t Offset = 0;
  for (size_t I = 0; I < M.Inputs.size(); ++I) {
    const TensorSpec &Spec = M.Inputs[I];
    std::vector<uint64_t> Aligned(Spec.getTotalTensorBufferSize() / 8 + 1);
    fillRandomTensor(Spec, Aligned.data(), R);
    const bool IsMask = static_cast<int32_t>(I) == M.MaskInput;
    const bool IsDefault = static_cast<int32_t>(I) == M.DefaultInput;
    if (IsMask || IsDefault)
      for (size_t E = 0; E < Spec.getElementCount(); ++E)
        reinterpret_cast<int64_t *>(Aligned.data())[E] =
            static_cast<int64_t>(R.below(IsMask ? 4 : 2) != 0);
    std::memcpy(&Bytes[Offset], Aligned.data(),
                Spec.getTotalTensorBufferSize());
    Offset += Spec.getTotalTensorBufferSize();
  }
  return Bytes;
}

/// All combinations of kind, decision, ranges and types.
inline std::vector<RandomModelShape> randomModelShapes() {
  std::vector<RandomModelShape> Shapes;
  for (bool IsNetwork : {false, true})
    for (DecisionKind Decision :
         {DecisionKind::Argmax, DecisionKind::MaskedArgmax,
          DecisionKind::FlipDefault, DecisionKind::AddToDefault})
      for (bool HasRanges : {false, true})
        for (bool AllTypes : {false, true}) {
          RandomModelShape Shape;
          Shape.IsNetwork = IsNetwork;
          Shape.Decision = Decision;
          Shape.HasRanges = HasRanges;
          Shape.AllTypes = AllTypes;
          Shapes.push_back(Shape);
        }
  return Shapes;
}

} // namespace mlgo
