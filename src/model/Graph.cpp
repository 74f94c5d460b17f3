// What a graph must be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/Graph.h"
#include <algorithm>

namespace mlgo {
using Kind = GraphOperatorKind;

constexpr size_t MaxTensors = 1 << 16;

/// Steps of one operator.
static uint64_t countWork(const Graph &G, const GraphOperator &Op) {
  const uint64_t Out = G.Tensors[Op.Output].Spec.getElementCount();
  if (Op.Kind == Kind::FullyConnected)
    return Out *
           (static_cast<uint64_t>(G.Tensors[Op.Inputs[1]].Spec.shape()[1]) + 1);
  uint64_t Largest = Out;
  for (uint32_t I : Op.Inputs)
    Largest = std::max<uint64_t>(Largest, G.Tensors[I].Spec.getElementCount());
  return Largest + Op.Inputs.size();
}

static Status checkTensor(const GraphTensor &T, uint64_t &Memory) {
  const std::string Where = "tensor '" + T.Spec.name() + "': ";
  if (T.Spec.shape().size() > MaxGraphRank)
    return Error(Where + "has " + std::to_string(T.Spec.shape().size()) +
                 " dimensions, expected at most " +
                 std::to_string(MaxGraphRank));
  if (T.Spec.getElementCount() == 0)
    return Error(Where + "has no elements");
  if (!T.Data.empty() && T.Data.size() != T.Spec.getTotalTensorBufferSize())
    return Error(Where + "has " + std::to_string(T.Data.size()) +
                 " bytes of data, expected " +
                 std::to_string(T.Spec.getTotalTensorBufferSize()));
  Memory += T.Spec.getTotalTensorBufferSize();
  if (Memory > MaxGraphMemory)
    return Error(Where + "tensors take more than " +
                 std::to_string(MaxGraphMemory) + " bytes");
  return Success();
}

uint64_t countGraphWork(const Graph &G) {
  uint64_t Work = 1;
  for (const GraphOperator &Op : G.Operators)
    Work += countWork(G, Op);
  return Work;
}

Status validateGraph(const Graph &G) {
  if (G.Tensors.size() > MaxTensors || G.Operators.size() > MaxTensors)
    return Error("graph has " + std::to_string(G.Tensors.size()) +
                 " tensors and " + std::to_string(G.Operators.size()) +
                 " operators, expected at most " + std::to_string(MaxTensors));
  uint64_t Memory = 0;
  std::vector<bool> IsMade(G.Tensors.size());
  for (size_t I = 0; I < G.Tensors.size(); ++I) {
    MLGO_TRY(checkTensor(G.Tensors[I], Memory));
    IsMade[I] = !G.Tensors[I].Data.empty();
  }
  const auto Make = [&](uint32_t Tensor) {
    const bool IsFree = Tensor < IsMade.size() && !IsMade[Tensor];
    if (IsFree)
      IsMade[Tensor] = true;
    return IsFree;
  };
  for (uint32_t Input : G.Inputs)
    if (!Make(Input))
      return Error("graph input is tensor " + std::to_string(Input) +
                   ", expected one that nothing else makes");
  uint64_t Work = 0;
  for (size_t I = 0; I < G.Operators.size(); ++I) {
    const GraphOperator &Op = G.Operators[I];
    if (Op.Kind > Kind::Bucketize)
      return Error("operator " + std::to_string(I) + ": kind is " +
                   std::to_string(size_t(Op.Kind)) + ", expected at most " +
                   std::to_string(size_t(Kind::Bucketize)));
    const std::string Where = "operator " + std::to_string(I) + " (" +
                              std::string(GraphOperatorNames[size_t(Op.Kind)]) +
                              "): ";
    for (uint32_t Input : Op.Inputs)
      if (Input >= IsMade.size() || !IsMade[Input])
        return Error(Where + "reads tensor " + std::to_string(Input) +
                     ", which nothing before it makes");
    if (!Make(Op.Output))
      return Error(Where + "makes tensor " + std::to_string(Op.Output) +
                   ", expected one that nothing else makes");
    if (Status S = checkGraphOperator(G, Op); !S)
      return Error(Where + S.error().message());
    Work += countWork(G, Op);
    if (Work > MaxGraphWork)
      return Error(Where + "takes too long: more than " +
                   std::to_string(MaxGraphWork) + " steps up to here");
  }
  for (uint32_t Output : G.Outputs)
    if (Output >= IsMade.size() || !IsMade[Output])
      return Error("graph output is tensor " + std::to_string(Output) +
                   ", which nothing makes");
  if (G.Inputs.empty() || G.Outputs.empty())
    return Error("graph has " + std::to_string(G.Inputs.size()) +
                 " inputs and " + std::to_string(G.Outputs.size()) +
                 " outputs, expected at least one of each");
  return Success();
}
} // namespace mlgo
