// A model with a graph of every operator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include "mlgo/support/Random.h"
#include <string>
#include <vector>

namespace mlgo {

/// Adds tensors and operators to a graph.
struct GraphMaker {
  using Shape = std::vector<int64_t>;
  using Kind = GraphOperatorKind;

  uint32_t tensor(TensorType Type, Shape Dimensions) {
    G.Tensors.push_back({TensorSpec("t" + std::to_string(G.Tensors.size()), 0,
                                    Type, std::move(Dimensions)),
                         {}});
    return static_cast<uint32_t>(G.Tensors.size() - 1);
  }
  uint32_t input(TensorType Type, Shape Dimensions) {
    G.Inputs.push_back(tensor(Type, std::move(Dimensions)));
    return G.Inputs.back();
  }
  template <typename T>
  uint32_t constant(Shape Dimensions, const std::vector<T> &Values) {
    const uint32_t Made = tensor(tensorTypeOf<T>(), std::move(Dimensions));
    const auto *First = reinterpret_cast<const uint8_t *>(Values.data());
    G.Tensors[Made].Data.assign(First, First + Values.size() * sizeof(T));
    return Made;
  }
  uint32_t op(Kind K, std::vector<uint32_t> From, TensorType Type,
              Shape Dimensions, std::vector<int64_t> Attributes = {}) {
    const uint32_t Made = tensor(Type, std::move(Dimensions));
    G.Operators.push_back({K, std::move(From), Made, std::move(Attributes)});
    return Made;
  }
  uint32_t randomConstant(Shape Dimensions, Random &R) {
    std::vector<float> Values(*countTensorElements(Dimensions));
    for (float &Value : Values)
      Value = float(R.uniform() * 2 - 1) / 4;
    return constant(std::move(Dimensions), Values);
  }

  Graph G;
};

/// A model with all operators, of inputs float[2,6] "a", int64_t[6] "b" and
/// int32_t[2] "c", whose "answer" is the larger of seven logits for each row;
/// all logits are another output, and so is a constant.
inline Model randomGraphModel(uint64_t Seed) {
  using Kind = GraphOperatorKind;
  constexpr TensorType Float = TensorType::Float, Bool = TensorType::UInt8,
                       Long = TensorType::Int64, Int = TensorType::Int32;
  Random R(Seed);
  GraphMaker W;
  const GraphMaker::Shape Wide = {2, 6};
  const uint32_t A = W.input(Float, Wide), B = W.input(Long, {6}),
                 C = W.input(Int, {2});
  std::vector<uint32_t> Parts;
  const auto Keep = [&](uint32_t Part) {
    // Neither infinite nor not-a-number from here on.
    Parts.push_back(W.op(Kind::Relu6, {Part}, Float, Wide));
  };
  const uint32_t Numbers = W.op(Kind::Cast, {B}, Float, {6});
  for (Kind K = Kind::Relu; K <= Kind::Tanh; K = Kind(size_t(K) + 1))
    Keep(W.op(K, {A}, Float, Wide));
  for (Kind K = Kind::Add; K <= Kind::FloorDiv; K = Kind(size_t(K) + 1))
    Keep(W.op(K, {A, Numbers}, Float, Wide));
  std::vector<uint32_t> Masks;
  for (Kind K = Kind::Less; K <= Kind::NotEqual; K = Kind(size_t(K) + 1))
    Masks.push_back(W.op(K, {Numbers, A}, Bool, Wide));
  Masks.push_back(W.op(Kind::LogicalAnd, {Masks[0], Masks[3]}, Bool, Wide));
  Masks.push_back(W.op(Kind::LogicalOr, {Masks[0], Masks[4]}, Bool, Wide));
  Masks.push_back(W.op(Kind::LogicalNot, {Masks[2]}, Bool, Wide));
  Masks.push_back(W.op(Kind::IsNonZero, {A}, Bool, Wide));
  for (uint32_t Mask : Masks)
    Keep(W.op(Kind::Select, {Mask, A, Numbers}, Float, Wide));
  for (Kind K : {Kind::Sum, Kind::Mean, Kind::ReduceMax, Kind::ReduceMin,
                 Kind::ReduceProd}) {
    const uint32_t Row = W.op(K, {A}, Float, {2, 1}, {6});
    Keep(W.op(Kind::Add, {Row, A}, Float, Wide));
  }
  Keep(W.op(Kind::Softmax, {A}, Float, Wide, {6}));
  Keep(W.op(Kind::LogSoftmax, {A}, Float, Wide, {3}));
  const uint32_t Turned = W.op(Kind::View, {A}, Float, {6, 2}, {0, 1, 6});
  Keep(W.op(Kind::Copy, {Turned}, Float, Wide));
  const uint32_t Table = W.randomConstant({3, 6}, R);
  Keep(W.op(Kind::Gather, {Table, C}, Float, Wide, {1, 3}));
  const uint32_t On = W.constant<float>({}, {1}),
                 Off = W.constant<float>({}, {-1});
  Keep(W.op(Kind::OneHot, {C, On, Off}, Float, Wide, {2, 6}));
  const uint32_t Edges = W.constant<float>({4}, {-3, 0, 0, 4.5f});
  const uint32_t Buckets = W.op(Kind::Bucketize, {B, Edges}, Int, {6});
  const uint32_t Bucket = W.op(Kind::Cast, {Buckets}, Float, {6});
  Keep(W.op(Kind::Add, {Bucket, A}, Float, Wide));
  const uint32_t Best = W.op(Kind::ArgMin, {A}, Int, {2, 1}, {6});
  const uint32_t BestNumber = W.op(Kind::Cast, {Best}, Float, {2, 1});
  Keep(W.op(Kind::Mul, {BestNumber, A}, Float, Wide));
  const uint32_t Computed =
      W.op(Kind::FullyConnected,
           {A, W.op(Kind::View, {A}, Float, {6, 6}, {0, 1, 1}), Numbers}, Float,
           Wide);
  Keep(Computed);

  const auto Width = static_cast<int64_t>(Parts.size()) * 6;
  const uint32_t All = W.op(Kind::Concatenate, Parts, Float, {2, Width}, {1});
  const uint32_t Hidden =
      W.op(Kind::FullyConnected,
           {All, W.randomConstant({21, Width}, R), W.randomConstant({21}, R)},
           Float, {2, 21});
  const uint32_t Active = W.op(Kind::Relu, {Hidden}, Float, {2, 21});
  const uint32_t Logits =
      W.op(Kind::FullyConnected,
           {Active, W.randomConstant({7, 21}, R), W.randomConstant({7}, R)},
           Float, {2, 7});
  const uint32_t Answer = W.op(Kind::ArgMax, {Logits}, Long, {2}, {7});
  W.G.Outputs = {Answer, Logits, On};

  Model M;
  M.Inputs = {TensorSpec("a", W.G.Tensors[A].Spec),
              TensorSpec("b", W.G.Tensors[B].Spec),
              TensorSpec("c", W.G.Tensors[C].Spec)};
  M.Output = TensorSpec("answer", W.G.Tensors[Answer].Spec);
  M.ExtraOutputs = {TensorSpec("logits", W.G.Tensors[Logits].Spec),
                    TensorSpec("one", W.G.Tensors[On].Spec)};
  M.Decision = DecisionKind::Computed;
  M.Policy = std::move(W.G);
  return M;
}

} // namespace mlgo
