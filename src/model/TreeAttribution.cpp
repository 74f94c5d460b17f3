// Which inputs weighed most
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/TreeAttribution.h"
#include "mlgo/model/OrderedValue.h"

namespace mlgo {
namespace {
using Tree = TreeEnsemble::Tree;

/// The tensors of one example as ordered values.
std::vector<int64_t> readExample(const Model &M, const ModelExample &Example) {
  std::vector<int64_t> Row;
  const uint8_t *At = Example.Inputs.data();
  for (const TensorSpec &Spec : M.Inputs) {
    switch (Spec.type()) {
#define MLGO_READ_EXAMPLE(T, Name)                                             \
  case TensorType::Name: {                                                     \
    T Value;                                                                   \
    std::memcpy(&Value, At, sizeof(T));                                        \
    Row.push_back(orderedValue(Value));                                        \
    break;                                                                     \
  }
      MLGO_TENSOR_TYPES(MLGO_READ_EXAMPLE)
#undef MLGO_READ_EXAMPLE
    case TensorType::Invalid:
      Row.push_back(0);
    }
    At += Spec.getTotalTensorBufferSize();
  }
  return Row;
}

uint32_t nextNode(const TreeNode &N, const std::vector<int64_t> &Row) {
  return Row[size_t(N.Input)] < N.Threshold ? N.Left : N.Right;
}

/// To the nearest integer, halves up.
int64_t divideRounded(int64_t Sum, int64_t Count) {
  const int64_t Doubled = 2 * Sum + Count;
  const int64_t Quotient = Doubled / (2 * Count);
  return Quotient - (Doubled % (2 * Count) < 0);
}

std::vector<int64_t>
valuesOf(const Tree &Nodes, const std::vector<std::vector<int64_t>> &Examples) {
  std::vector<int64_t> Sums(Nodes.size()), Counts(Nodes.size());
  std::vector<uint32_t> Path;
  for (const std::vector<int64_t> &Row : Examples) {
    Path = {0};
    while (Nodes[Path.back()].Input >= 0)
      Path.push_back(nextNode(Nodes[Path.back()], Row));
    for (uint32_t Node : Path) {
      Sums[Node] += Nodes[Path.back()].Value;
      ++Counts[Node];
    }
  }
  std::vector<int64_t> Values(Nodes.size());
  // Children follow their parents.
  for (size_t I = Nodes.size(); I-- > 0;) {
    const TreeNode &N = Nodes[I];
    Values[I] = N.Input < 0 ? N.Value
                : Counts[I]
                    ? divideRounded(Sums[I], Counts[I])
                    : divideRounded(Values[N.Left] + Values[N.Right], 2);
  }
  return Values;
}
} // namespace

Result<TreeAttribution> TreeAttribution::create(Model M) {
  MLGO_TRY(validate(M));
  if (!std::holds_alternative<TreeEnsemble>(M.Policy))
    return Error("model of " + M.Task + " is " +
                 (M.isNetwork() ? "a network" : "a graph") +
                 ", expected decision trees, whose comparisons explain them");
  if (M.Decision == DecisionKind::MaskedArgmax)
    return Error("model of " + M.Task +
                 " chooses among columns, expected one score");
  return TreeAttribution(std::move(M));
}

TreeAttribution::TreeAttribution(Model TheModel) : M(std::move(TheModel)) {
  std::vector<std::vector<int64_t>> Examples;
  for (const ModelExample &Example : M.Examples)
    Examples.push_back(readExample(M, Example));
  for (const Tree &Nodes : std::get<TreeEnsemble>(M.Policy).Trees)
    Values.push_back(valuesOf(Nodes, Examples));
}

TreeAttribution::Explanation
TreeAttribution::explain(const std::vector<int64_t> &Inputs) const {
  const auto &Ensemble = std::get<TreeEnsemble>(M.Policy);
  Explanation E;
  E.Usual = E.Score = Ensemble.Base;
  E.Shares.resize(M.Inputs.size());
  for (size_t I = 0; I < M.Ranges.size(); ++I)
    if (Inputs[I] < M.Ranges[I].Low || Inputs[I] > M.Ranges[I].High)
      E.OutOfRange.push_back(I);
  for (size_t T = 0; T < Ensemble.Trees.size(); ++T) {
    const Tree &Nodes = Ensemble.Trees[T];
    uint32_t At = 0;
    while (Nodes[At].Input >= 0) {
      const uint32_t Next = nextNode(Nodes[At], Inputs);
      E.Shares[size_t(Nodes[At].Input)] += Values[T][Next] - Values[T][At];
      At = Next;
    }
    E.Usual += Values[T][0];
    E.Score += Nodes[At].Value;
  }
  return E;
}
} // namespace mlgo
