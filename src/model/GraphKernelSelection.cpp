// Which kernel runs an operator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/GraphEvaluator.h"
#include "mlgo/model/GraphKernels.h"

namespace mlgo {
namespace {
using namespace graph;

/// Calls Fn with a value of the C type of \p Type, for what can be computed
/// with.
template <typename Fn> GraphKernel withType(TensorType Type, Fn Select) {
  switch (Type) {
  case TensorType::Float:
    return Select(float());
  case TensorType::Double:
    return Select(double());
  case TensorType::Int32:
    return Select(int32_t());
  case TensorType::Int64:
    return Select(int64_t());
  default:
    return Select(uint8_t());
  }
}

/// The same for any type.
template <typename Fn> GraphKernel withAnyType(TensorType Type, Fn Select) {
  switch (Type) {
#define MLGO_SELECT_TYPE(T, Name)                                              \
  case TensorType::Name:                                                       \
    return Select(T());
    MLGO_TENSOR_TYPES(MLGO_SELECT_TYPE)
#undef MLGO_SELECT_TYPE
  case TensorType::Invalid:
    break;
  }
  return nullptr;
}

template <typename Fn> GraphKernel withIndex(TensorType Type, Fn Select) {
  return Type == TensorType::Int32 ? Select(int32_t()) : Select(int64_t());
}

GraphKernel selectCast(TensorType From, TensorType To) {
  return withAnyType(From, [&](auto X) {
    return withAnyType(To, [&](auto Y) -> GraphKernel {
      return runCast<decltype(X), decltype(Y)>;
    });
  });
}

GraphKernel selectOneHot(TensorType Index, TensorType Type) {
  return withIndex(Index, [&](auto I) {
    return withAnyType(Type, [&](auto T) -> GraphKernel {
      return runOneHot<decltype(I), decltype(T)>;
    });
  });
}

template <Kind K> GraphKernel selectArg(TensorType From, TensorType To) {
  return withType(From, [&](auto X) {
    return withIndex(To, [&](auto I) -> GraphKernel {
      return runArg<K, decltype(X), decltype(I)>;
    });
  });
}
} // namespace

// One operator of a family with a kernel for each type.
#define MLGO_CASE(Name, With, Run)                                             \
  case Kind::Name:                                                             \
    return With(From, [](auto X) -> GraphKernel {                              \
      return Run<Kind::Name, decltype(X)>;                                     \
    });
// One without a family.
#define MLGO_CASE_ALONE(Name, With, Run)                                       \
  case Kind::Name:                                                             \
    return With(From, [](auto X) -> GraphKernel { return Run<decltype(X)>; });

GraphKernel selectGraphKernel(const Graph &G, const GraphOperator &Op) {
  const TensorType From = G.Tensors[Op.Inputs[0]].Spec.type();
  const TensorType To = G.Tensors[Op.Output].Spec.type();
  switch (Op.Kind) {
  case Kind::Copy:
    return runCopy;
  case Kind::Concatenate:
    return runConcatenate;
  case Kind::Cast:
    return selectCast(From, To);
  case Kind::Select:
    return withAnyType(
        To, [](auto X) -> GraphKernel { return runSelect<decltype(X)>; });
  case Kind::FullyConnected:
    return runFullyConnected;
  case Kind::Softmax:
    return runSoftmax<Kind::Softmax>;
  case Kind::LogSoftmax:
    return runSoftmax<Kind::LogSoftmax>;
  case Kind::ArgMax:
    return selectArg<Kind::ArgMax>(From, To);
  case Kind::ArgMin:
    return selectArg<Kind::ArgMin>(From, To);
  case Kind::Gather:
    return G.Tensors[Op.Inputs[1]].Spec.type() == TensorType::Int32
               ? GraphKernel(runGather<int32_t>)
               : GraphKernel(runGather<int64_t>);
  case Kind::OneHot:
    return selectOneHot(From, To);
    MLGO_CASE_ALONE(View, withAnyType, runView)
    MLGO_CASE_ALONE(IsNonZero, withAnyType, runIsNonZero)
    MLGO_CASE_ALONE(Bucketize, withType, runBucketize)
    MLGO_CASE(Relu, withType, runMap)
    MLGO_CASE(Relu6, withType, runMap)
    MLGO_CASE(ReluN1To1, withType, runMap)
    MLGO_CASE(Neg, withType, runMap)
    MLGO_CASE(Abs, withType, runMap)
    MLGO_CASE(Square, withType, runMap)
    MLGO_CASE(Floor, withType, runMap)
    MLGO_CASE(Ceil, withType, runMap)
    MLGO_CASE(Sqrt, withType, runMap)
    MLGO_CASE(Rsqrt, withType, runMap)
    MLGO_CASE(Exp, withType, runMap)
    MLGO_CASE(Log, withType, runMap)
    MLGO_CASE(Logistic, withType, runMap)
    MLGO_CASE(Tanh, withType, runMap)
    MLGO_CASE(LogicalNot, withType, runMap)
    MLGO_CASE(Add, withType, runBinary)
    MLGO_CASE(Sub, withType, runBinary)
    MLGO_CASE(Mul, withType, runBinary)
    MLGO_CASE(Div, withType, runBinary)
    MLGO_CASE(Maximum, withType, runBinary)
    MLGO_CASE(Minimum, withType, runBinary)
    MLGO_CASE(SquaredDifference, withType, runBinary)
    MLGO_CASE(FloorDiv, withType, runBinary)
    MLGO_CASE(Less, withType, runCompare)
    MLGO_CASE(LessEqual, withType, runCompare)
    MLGO_CASE(Greater, withType, runCompare)
    MLGO_CASE(GreaterEqual, withType, runCompare)
    MLGO_CASE(Equal, withType, runCompare)
    MLGO_CASE(NotEqual, withType, runCompare)
    MLGO_CASE(LogicalAnd, withType, runCompare)
    MLGO_CASE(LogicalOr, withType, runCompare)
    MLGO_CASE(Sum, withType, runReduce)
    MLGO_CASE(Mean, withType, runReduce)
    MLGO_CASE(ReduceMax, withType, runReduce)
    MLGO_CASE(ReduceMin, withType, runReduce)
    MLGO_CASE(ReduceProd, withType, runReduce)
  }
  return nullptr;
}

#undef MLGO_CASE
#undef MLGO_CASE_ALONE
} // namespace mlgo
