// Policies of tests' priorities
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityTestPolicies.h"

#include <cstring>

using namespace mlgo;

namespace {

using Kind = GraphOperatorKind;

/// Adds \p Weight times the stock priority to it.
Model scaledPolicy(float Weight) {
  Model M;
  M.Task = "regalloc-priority";
  M.Decision = DecisionKind::AddToDefault;
  M.Inputs = {TensorSpec::createSpec<int64_t>("stock_priority", {1})};
  M.Output = TensorSpec::createSpec<int64_t>("priority", {1});
  M.DefaultInput = 0;
  InputTransform Stock;
  Stock.Scale = 1;
  Stock.High = 0x1p32f;
  M.Policy = Network{{Stock}, {{1, 1, false, {Weight}, {0}}}};
  return M;
}

/// Builds a graph over single floats.
struct FloatGraph {
  Graph G;

  uint32_t tensor(TensorSpec Spec, std::vector<uint8_t> Data = {}) {
    G.Tensors.push_back({std::move(Spec), std::move(Data)});
    return static_cast<uint32_t>(G.Tensors.size()) - 1;
  }
  uint32_t constant(float Value) {
    std::vector<uint8_t> Data(sizeof(Value));
    std::memcpy(Data.data(), &Value, sizeof(Value));
    return tensor(TensorSpec::createSpec<float>("c", {1}), std::move(Data));
  }
  uint32_t apply(Kind K, std::vector<uint32_t> Inputs) {
    const uint32_t To = tensor(TensorSpec::createSpec<float>("x", {1}));
    G.Operators.push_back({K, std::move(Inputs), To, {}});
    return To;
  }
};

/// A million times the fraction of a multiple of the size, plus the stage, plus
/// the weight unless that is infinite.
Model arbitraryPolicy() {
  Model M;
  M.Task = "regalloc-priority";
  M.Decision = DecisionKind::Computed;
  M.Inputs = {TensorSpec::createSpec<int64_t>("li_size", {1}),
              TensorSpec::createSpec<int64_t>("stage", {1}),
              TensorSpec::createSpec<float>("weight", {1})};
  M.Output = TensorSpec::createSpec<float>("priority", {1});
  FloatGraph F;
  for (const TensorSpec &Input : M.Inputs)
    F.G.Inputs.push_back(F.tensor(Input));
  const uint32_t Size =
      F.apply(Kind::Mul, {F.apply(Kind::Cast, {0}), F.constant(0.618034f)});
  const uint32_t Fraction =
      F.apply(Kind::Sub, {Size, F.apply(Kind::Floor, {Size})});
  const uint32_t Place = F.apply(Kind::Mul, {Fraction, F.constant(1e6f)});
  const uint32_t Weight = F.apply(Kind::Minimum, {2, F.constant(1000)});
  const uint32_t Rest = F.apply(Kind::Add, {F.apply(Kind::Cast, {1}), Weight});
  F.G.Outputs = {F.apply(Kind::Add, {Place, Rest})};
  M.Policy = std::move(F.G);
  return M;
}

} // namespace

std::map<std::string, Model> priorityTestPolicies() {
  Model Far = scaledPolicy(1);
  Far.Ranges = {{-2, -1}};
  // What stock says is below 2^32, so that this has the other order.
  Model Reversed = scaledPolicy(-2);
  std::get<Network>(Reversed.Policy).Layers[0].Biases = {0x1p32f};
  return {{"priority-as-stock.mlgo", scaledPolicy(0)},
          {"priority-arbitrary.mlgo", arbitraryPolicy()},
          {"priority-reversed.mlgo", Reversed},
          {"priority-wild.mlgo", scaledPolicy(-2)},
          {"priority-far.mlgo", Far}};
}
