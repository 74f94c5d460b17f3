// What an operator of a graph must be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/Graph.h"

namespace mlgo {
namespace {
using Kind = GraphOperatorKind;

size_t product(const std::vector<int64_t> &Shape, size_t First, size_t Last) {
  size_t Count = 1;
  for (size_t I = First; I < Last; ++I)
    Count *= static_cast<size_t>(Shape[I]);
  return Count;
}

bool isBetween(Kind K, Kind First, Kind Last) {
  return K >= First && K <= Last;
}

bool isArithmeticType(TensorType Type) {
  return Type == TensorType::Float || Type == TensorType::Double ||
         Type == TensorType::Int32 || Type == TensorType::Int64;
}

bool isIndexType(TensorType Type) {
  return Type == TensorType::Int32 || Type == TensorType::Int64;
}

/// Checks the rules of one operator; its indices are known to be good.
class OperatorRules {
public:
  OperatorRules(const Graph &G, const GraphOperator &Op)
      : G(G), Op(Op), Out(G.Tensors[Op.Output].Spec) {}

  Status check() const {
    const Kind K = Op.Kind;
    MLGO_TRY(checkCounts());
    if (isBetween(K, Kind::Copy, Kind::Cast) || K == Kind::IsNonZero)
      return checkMovement();
    if (isBetween(K, Kind::Relu, Kind::LogicalNot))
      return checkMap();
    if (isBetween(K, Kind::Add, Kind::Select))
      return checkBroadcast();
    if (isBetween(K, Kind::Sum, Kind::ArgMin))
      return checkRows();
    if (K == Kind::FullyConnected)
      return checkFullyConnected();
    if (K == Kind::Gather)
      return checkGather();
    if (K == Kind::OneHot)
      return checkOneHot();
    return checkBucketize();
  }

private:
  const TensorSpec &in(size_t I) const { return G.Tensors[Op.Inputs[I]].Spec; }
  int64_t attribute(size_t I) const { return Op.Attributes[I]; }

  static Status expect(bool IsGood, const char *Rule) {
    return IsGood ? Status(Success()) : Error(std::string("expected ") + Rule);
  }

  Status checkCounts() const {
    const Kind K = Op.Kind;
    const size_t Inputs =
        K == Kind::Select || K == Kind::FullyConnected || K == Kind::OneHot ? 3
        : isBetween(K, Kind::Add, Kind::LogicalOr) || K == Kind::Gather ||
                K == Kind::Bucketize
            ? 2
            : 1;
    const size_t Attributes = K == Kind::View ? 1 + Out.shape().size()
                              : K == Kind::Gather || K == Kind::OneHot ? 2
                              : K == Kind::Concatenate                 ? 1
                              : isBetween(K, Kind::Sum, Kind::ArgMin)  ? 1
                                                                       : 0;
    const bool IsAny = K == Kind::Concatenate && !Op.Inputs.empty();
    if (Op.Inputs.size() != Inputs && !IsAny)
      return Error("has " + std::to_string(Op.Inputs.size()) +
                   " inputs, expected " + std::to_string(Inputs));
    if (Op.Attributes.size() != Attributes)
      return Error("has " + std::to_string(Op.Attributes.size()) +
                   " attributes, expected " + std::to_string(Attributes));
    return Success();
  }

  Status checkMovement() const {
    if (Op.Kind == Kind::View)
      return checkView();
    if (Op.Kind == Kind::Concatenate)
      return checkConcatenate();
    if (in(0).getElementCount() != Out.getElementCount())
      return expect(false, "as many elements as it is given");
    if (Op.Kind == Kind::IsNonZero)
      return expect(Out.type() == TensorType::UInt8, "a boolean output");
    return expect(Op.Kind == Kind::Cast || Out.type() == in(0).type(),
                  "the same type on both sides");
  }

  Status checkView() const {
    // No product below is more than 2^52: tensors are small.
    const auto Count = static_cast<int64_t>(in(0).getElementCount());
    int64_t Low = attribute(0), High = attribute(0);
    bool IsInside = Low >= 0 && Low < Count && Out.type() == in(0).type();
    for (size_t I = 0; IsInside && I < Out.shape().size(); ++I) {
      const int64_t Stride = attribute(I + 1);
      IsInside = Stride <= Count && Stride >= -Count;
      if (IsInside)
        (Stride < 0 ? Low : High) += (Out.shape()[I] - 1) * Stride;
    }
    return expect(IsInside && Low >= 0 && High < Count,
                  "a view that lies in its input");
  }

  Status checkConcatenate() const {
    if (attribute(0) < 0 ||
        static_cast<size_t>(attribute(0)) > Out.shape().size())
      return expect(false, "an axis of the output");
    const size_t Outer =
        product(Out.shape(), 0, static_cast<size_t>(attribute(0)));
    size_t Elements = 0;
    for (size_t I = 0; I < Op.Inputs.size(); ++I) {
      if (in(I).type() != Out.type() || in(I).getElementCount() % Outer != 0)
        return expect(false, "inputs that fit the output");
      Elements += in(I).getElementCount();
    }
    return expect(Elements == Out.getElementCount(),
                  "as many elements as the inputs have together");
  }

  Status checkMap() const {
    if (in(0).getElementCount() != Out.getElementCount() ||
        in(0).type() != Out.type())
      return expect(false, "the same type and size on both sides");
    if (Op.Kind == Kind::LogicalNot)
      return expect(Out.type() == TensorType::UInt8, "booleans");
    if (isBetween(Op.Kind, Kind::Exp, Kind::Tanh))
      return expect(Out.type() == TensorType::Float, "floats");
    if (isBetween(Op.Kind, Kind::Floor, Kind::Rsqrt))
      return expect(Out.type() == TensorType::Float ||
                        Out.type() == TensorType::Double,
                    "floating-point numbers");
    return expect(isArithmeticType(Out.type()),
                  "float, double, int32_t or int64_t");
  }

  Status checkBroadcast() const {
    const size_t Rank = Out.shape().size();
    for (size_t I = 0; I < Op.Inputs.size(); ++I) {
      const std::vector<int64_t> &Shape = in(I).shape();
      if (Shape.size() > Rank)
        return expect(false, "inputs that broadcast to the output");
      for (size_t D = 0; D < Shape.size(); ++D)
        if (Shape[D] != 1 && Shape[D] != Out.shape()[Rank - Shape.size() + D])
          return expect(false, "inputs that broadcast to the output");
    }
    if (Op.Kind == Kind::Select)
      return expect(in(0).type() == TensorType::UInt8 &&
                        in(1).type() == Out.type() &&
                        in(2).type() == Out.type(),
                    "a boolean and two inputs of the output's type");
    const TensorType Type = in(0).type();
    const bool IsLogical =
        isBetween(Op.Kind, Kind::LogicalAnd, Kind::LogicalOr);
    const bool IsComparison = isBetween(Op.Kind, Kind::Less, Kind::NotEqual);
    if (in(1).type() != Type ||
        Out.type() != (IsComparison ? TensorType::UInt8 : Type))
      return expect(false, "inputs and output of types that go together");
    return IsLogical ? expect(Type == TensorType::UInt8, "booleans")
                     : expect(isArithmeticType(Type),
                              "float, double, int32_t or int64_t");
  }

  Status checkRows() const {
    const size_t Count = in(0).getElementCount();
    if (attribute(0) < 1 || Count % static_cast<size_t>(attribute(0)) != 0)
      return expect(false, "rows that divide the input");
    const bool IsSoftmax =
        Op.Kind == Kind::Softmax || Op.Kind == Kind::LogSoftmax;
    if (Out.getElementCount() !=
        (IsSoftmax ? Count : Count / static_cast<size_t>(attribute(0))))
      return expect(false, "one output element for each row");
    if (isBetween(Op.Kind, Kind::ArgMax, Kind::ArgMin))
      return expect(isIndexType(Out.type()) && isArithmeticType(in(0).type()),
                    "int32_t or int64_t as output");
    return expect(in(0).type() == Out.type() &&
                      (IsSoftmax ? Out.type() == TensorType::Float
                                 : isArithmeticType(Out.type())),
                  "float, double, int32_t or int64_t on both sides");
  }

  Status checkFullyConnected() const {
    for (size_t I = 0; I < 3; ++I)
      if (in(I).type() != TensorType::Float)
        return expect(false, "floats");
    const std::vector<int64_t> &W = in(1).shape();
    if (W.size() != 2 || in(2).getElementCount() != static_cast<size_t>(W[0]) ||
        in(0).getElementCount() % static_cast<size_t>(W[1]) != 0)
      return expect(false, "weights [out][in], out biases, rows of in");
    return expect(Out.type() == TensorType::Float &&
                      Out.getElementCount() == in(0).getElementCount() /
                                                   static_cast<size_t>(W[1]) *
                                                   static_cast<size_t>(W[0]),
                  "as many rows of out as of in");
  }

  /// True if A0 * A1 divides \p Count; both are positive.
  bool splits(size_t Count) const {
    return attribute(0) > 0 && attribute(1) > 0 &&
           Count % static_cast<size_t>(attribute(0)) == 0 &&
           Count / static_cast<size_t>(attribute(0)) %
                   static_cast<size_t>(attribute(1)) ==
               0;
  }

  Status checkGather() const {
    const size_t Count = in(0).getElementCount();
    return expect(splits(Count) && isIndexType(in(1).type()) &&
                      in(0).type() == Out.type() &&
                      Out.getElementCount() ==
                          Count / static_cast<size_t>(attribute(1)) *
                              in(1).getElementCount(),
                  "indices, and an output of as many slices");
  }

  Status checkOneHot() const {
    return expect(
        splits(Out.getElementCount()) && isIndexType(in(0).type()) &&
            in(1).type() == Out.type() && in(2).type() == Out.type() &&
            in(1).getElementCount() == 1 && in(2).getElementCount() == 1 &&
            in(0).getElementCount() ==
                Out.getElementCount() / static_cast<size_t>(attribute(1)),
        "indices, two scalars, and an output of that depth");
  }

  Status checkBucketize() const {
    const GraphTensor &Boundaries = G.Tensors[Op.Inputs[1]];
    if (Boundaries.Data.empty() || in(1).type() != TensorType::Float)
      return expect(false, "constant boundaries");
    const auto *Values =
        reinterpret_cast<const float *>(Boundaries.Data.data());
    for (size_t I = 0; I < in(1).getElementCount(); ++I)
      if (Values[I] != Values[I] || (I > 0 && Values[I] < Values[I - 1]))
        return expect(false, "ascending boundaries");
    return expect(Out.type() == TensorType::Int32 &&
                      isArithmeticType(in(0).type()) &&
                      in(0).getElementCount() == Out.getElementCount(),
                  "an int32_t output of the input's size");
  }

  const Graph &G;
  const GraphOperator &Op;
  const TensorSpec &Out;
};
} // namespace

Status checkGraphOperator(const Graph &G, const GraphOperator &Op) {
  return OperatorRules(G, Op).check();
}
} // namespace mlgo
