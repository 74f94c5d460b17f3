// Tensors and operators of an imported model
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/tensor/TensorSpec.h"

namespace mlgo {
/// The kinds of operators. The numbers are part of the model file: operators
/// are only ever added, at the end. X, Y, Z are the inputs, A the attributes.
/// Booleans are uint8_t, 0 or 1. Integers wrap around; dividing them by zero
/// gives 0. Binary operators and Select broadcast their inputs as NumPy does.
#define MLGO_GRAPH_OPERATORS(M)                                                \
  M(Copy)        /* X in another shape */                                      \
  M(View)        /* out[i] = X[A0 + sum of i[k] * A[k + 1]] */                 \
  M(Concatenate) /* any number of inputs, along axis A0 */                     \
  M(Cast)        /* to the output's type; saturates, not-a-number is 0 */      \
  M(IsNonZero)   /* to a boolean */                                            \
  M(Relu)        /* X > 0 ? X : 0 */                                           \
  M(Relu6)       /* Relu, at most 6 */                                         \
  M(ReluN1To1)   /* X between -1 and 1 */                                      \
  M(Neg)                                                                       \
  M(Abs)                                                                       \
  M(Square)                                                                    \
  M(Floor)                                                                     \
  M(Ceil)                                                                      \
  M(Sqrt)                                                                      \
  M(Rsqrt) /* 1 / Sqrt */                                                      \
  M(Exp)   /* this and the next three: see ExactMath.h */                      \
  M(Log)                                                                       \
  M(Logistic)                                                                  \
  M(Tanh)                                                                      \
  M(LogicalNot)                                                                \
  M(Add)                                                                       \
  M(Sub)                                                                       \
  M(Mul)                                                                       \
  M(Div) /* of integers: towards zero */                                       \
  M(Maximum)                                                                   \
  M(Minimum)                                                                   \
  M(SquaredDifference)                                                         \
  M(FloorDiv) /* towards minus infinity */                                     \
  M(Less)                                                                      \
  M(LessEqual)                                                                 \
  M(Greater)                                                                   \
  M(GreaterEqual)                                                              \
  M(Equal)                                                                     \
  M(NotEqual)                                                                  \
  M(LogicalAnd)                                                                \
  M(LogicalOr)                                                                 \
  M(Select)         /* X ? Y : Z */                                            \
  M(FullyConnected) /* X [rows][in], Y [out][in], Z [out]: Z + X Y^T */        \
  M(Sum)            /* of rows of A0 elements, in order; also the next */      \
  M(Mean)                                                                      \
  M(ReduceMax)                                                                 \
  M(ReduceMin)                                                                 \
  M(ReduceProd)                                                                \
  M(Softmax) /* of rows of A0 elements */                                      \
  M(LogSoftmax)                                                                \
  M(ArgMax) /* of rows of A0 elements; the first on a tie */                   \
  M(ArgMin)                                                                    \
  M(Gather)    /* X [A0][A1][inner] at Y, zeros outside of X */                \
  M(OneHot)    /* X [A0][inner], on Y, off Z; out [A0][A1][inner] */           \
  M(Bucketize) /* how many of the ascending constants Y are <= X */

enum class GraphOperatorKind : uint8_t {
#define MLGO_GRAPH_OPERATOR_MEMBER(Name) Name,
  MLGO_GRAPH_OPERATORS(MLGO_GRAPH_OPERATOR_MEMBER)
#undef MLGO_GRAPH_OPERATOR_MEMBER
};

constexpr std::string_view GraphOperatorNames[] = {
#define MLGO_GRAPH_OPERATOR_NAME(Name) #Name,
    MLGO_GRAPH_OPERATORS(MLGO_GRAPH_OPERATOR_NAME)
#undef MLGO_GRAPH_OPERATOR_NAME
};

/// The most dimensions of a tensor in a graph, the most bytes of all tensors,
/// and the most steps of an evaluation. Policies are far below.
constexpr size_t MaxGraphRank = 8;
constexpr uint64_t MaxGraphMemory = uint64_t(64) << 20;
constexpr uint64_t MaxGraphWork = uint64_t(1) << 28;

/// A constant, an input, or what an operator yields. The name is that of the
/// file which it came from.
struct GraphTensor {
  TensorSpec Spec;
  std::vector<uint8_t> Data; ///< All elements of a constant, else empty.
};

/// One operator; the indices are those of Graph::Tensors.
struct GraphOperator {
  GraphOperatorKind Kind = GraphOperatorKind::Copy;
  std::vector<uint32_t> Inputs;
  uint32_t Output = 0;
  std::vector<int64_t> Attributes;
};

/// A computation without loops or state: operators in an order in which all
/// that one reads was made before.
struct Graph {
  std::vector<GraphTensor> Tensors;
  std::vector<GraphOperator> Operators;
  std::vector<uint32_t> Inputs;  ///< Tensors that the caller fills.
  std::vector<uint32_t> Outputs; ///< Tensors that the caller reads.
};

/// True for the inputs which models of TensorFlow's agents have because they
/// are trained with them, but which decide nothing: inlining_default, discount,
/// reward, step_type.
inline bool isTrainingOnlyInput(std::string_view Name) {
  return Name == "inlining_default" || Name == "discount" || Name == "reward" ||
         Name == "step_type";
}

/// Checks all that an evaluation relies on: indices, order, types, shapes,
/// attributes, and the limits above. Errors name the operator and its place.
Status validateGraph(const Graph &G);

/// Checks the types, shapes and attributes of \p Op, whose indices must be
/// good.
Status checkGraphOperator(const Graph &G, const GraphOperator &Op);

/// An upper bound on the steps of one evaluation; \p G must be valid.
uint64_t countGraphWork(const Graph &G);
} // namespace mlgo
