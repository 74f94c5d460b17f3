// Graphs in generated models
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/AotModel.h"
#include "mlgo/model/FastestDense.h"
#include "mlgo/model/GraphKernels.h"

#include <iterator>

namespace mlgo {
/// One output of a generated graph; the decision is the first.
struct AotGraphOutput {
  const char *Fetch; ///< "fetch_<name>".
  TensorType Type;
  uint32_t Count;
  uint32_t Offset;
};

/// One step of a generated graph: \p K on inputs of type \p X (the first) and
/// \p Z (the second), with an output of type \p Y.
template <GraphOperatorKind K, typename X, typename Y, typename Z>
inline void runAotStep(const GraphArguments &G) {
  using Kind = GraphOperatorKind;
  if constexpr (K == Kind::Copy)
    graph::runCopy(G);
  else if constexpr (K == Kind::View)
    graph::runView<X>(G);
  else if constexpr (K == Kind::Concatenate)
    graph::runConcatenate(G);
  else if constexpr (K == Kind::Cast)
    graph::runCast<X, Y>(G);
  else if constexpr (K == Kind::IsNonZero)
    graph::runIsNonZero<X>(G);
  else if constexpr (K >= Kind::Relu && K <= Kind::LogicalNot)
    graph::runMap<K, X>(G);
  else if constexpr (K >= Kind::Add && K <= Kind::FloorDiv)
    graph::runBinary<K, X>(G);
  else if constexpr (K >= Kind::Less && K <= Kind::LogicalOr)
    graph::runCompare<K, X>(G);
  else if constexpr (K == Kind::Select)
    graph::runSelect<Y>(G);
  else if constexpr (K == Kind::FullyConnected)
    graph::runFullyConnected(G);
  else if constexpr (K >= Kind::Sum && K <= Kind::ReduceProd)
    graph::runReduce<K, X>(G);
  else if constexpr (K == Kind::Softmax || K == Kind::LogSoftmax)
    graph::runSoftmax<K>(G);
  else if constexpr (K == Kind::ArgMax || K == Kind::ArgMin)
    graph::runArg<K, X, Y>(G);
  else if constexpr (K == Kind::Gather)
    graph::runGather<Z>(G);
  else if constexpr (K == Kind::OneHot)
    graph::runOneHot<X, Y>(G);
  else
    graph::runBucketize<X>(G);
}

/// A fully connected layer whose weights, [In][Stride], are constants.
inline void runAotLayer(DenseFunction Dense, const void *From, size_t Rows,
                        uint32_t In, uint32_t Out, uint32_t Stride,
                        const float *Weights, const float *Biases, void *To) {
  for (size_t R = 0; R < Rows; ++R)
    Dense(static_cast<const float *>(From) + R * In, In, Stride, Weights,
          Biases, false, static_cast<float *>(To) + R * Out);
}

/// The base of generated graphs, with the functions of AotModel and those of
/// LoadedModel for further outputs. \p Traits is generated; it has
///   Inputs, an array of AotInput, and Outputs, one of AotGraphOutput;
///   MemorySize, the bytes of all tensors that are no constants;
///   scope(), its ModelScope;
///   run(Memory, Dense), all steps in a line.
///
/// Holds all its memory; never allocates. One thread at a time may use an
/// object.
template <typename Traits> class AotGraphModel {
public:
  int LookupArgIndex(const std::string &Name) const {
    return findAotInput(Traits::Inputs, Name);
  }
  int LookupResultIndex(const std::string &Name) const {
    for (size_t I = 0; I < std::size(Traits::Outputs); ++I)
      if (Name == Traits::Outputs[I].Fetch)
        return static_cast<int>(I);
    return -1;
  }
  void *arg_data(int Index) { return Memory + Traits::Inputs[Index].Offset; }
  void *result_data(int Index) {
    return Memory + Traits::Outputs[Index].Offset;
  }
  const void *extraOutput(size_t I) const {
    return Memory + Traits::Outputs[I + 1].Offset;
  }

  void Run() noexcept { Traits::run(Memory, Dense); }
  bool Abstained() const { return false; }

  /// For which code the model is.
  ModelScope Scope() const { return Traits::scope(); }

  const char *InputName(int Index) const {
    return static_cast<size_t>(Index) < std::size(Traits::Inputs)
               ? Traits::Inputs[Index].Name.data()
               : nullptr;
  }
  TensorType InputType(int Index) const { return Traits::Inputs[Index].Type; }
  size_t InputElementCount(int Index) const {
    return Traits::Inputs[Index].Count;
  }
  /// As LoadedModel's.
  bool InputIsOptional(std::string_view Name) const {
    return isTrainingOnlyInput(Name);
  }

  /// All functions give the same bits; the default is the fastest.
  void setDenseFunction(DenseFunction Function) { Dense = Function; }

private:
  alignas(64) unsigned char Memory[Traits::MemorySize] = {};
  DenseFunction Dense = fastestDense();
};
} // namespace mlgo
