// Small policies to train from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/EvictionStart.h"
#include "EvictionInputs.h"
#include "mlgo/model/OrderedValue.h"
#include "model/StartModel.h"

namespace mlgo {
namespace {
using Input = EvictionInput;

/// Clamped to [0, \p Most], which becomes 1.
InputTransform linear(size_t Of, float Most = 1) {
  InputTransform T;
  T.Input = static_cast<uint32_t>(Of);
  T.Scale = 1 / Most;
  T.High = Most;
  return T;
}

/// Steps of a factor of two, 1 / \p Most to \p Most; from 0 to 1.
InputTransform logarithmic(size_t Of, float Most) {
  InputTransform T;
  T.Kind = InputTransform::KindType::Quantile;
  T.Input = static_cast<uint32_t>(Of);
  // Between powers of two, so that what is equal lies inside of a step.
  for (float Edge = 0.75f / Most; Edge < Most + 1; Edge *= 2)
    T.Edges.push_back(orderedValue(Edge));
  T.Scale = 1 / static_cast<float>(T.Edges.size());
  return T;
}

/// Whether an input is of interest to size only.
bool countsBytes(size_t Of) {
  return Of == Input::FixedSpillBytesToStock || Of >= Input::UsesToKept;
}

/// An input that has a weight.
struct WeighedInput {
  size_t Of;
  /// At the start for cycles.
  float Weight;
};

/// Inputs from 0 to 1; up to a small number; and ratios.
constexpr WeighedInput Shares[] = {{Input::IsStock, 0.3f},
                                   {Input::IsReassignable, 0.2f},
                                   {Input::IsKept, 0.3f},
                                   {Input::IsHint, -0.2f},
                                   {Input::NumUrgent, -0.5f},
                                   {Input::NumBrokenHints, -0.8f},
                                   {Input::NumRematerializable, 2},
                                   {Input::NumDefsAndUses, 0.2f},
                                   {Input::Reads, -1.3f},
                                   {Input::Writes, 1},
                                   {Input::ReadWrites, 0.2f},
                                   {Input::InductionUpdates, 1},
                                   {Input::HintWeights, -0.6f},
                                   {Input::StartFrequency, 0.9f},
                                   {Input::EndFrequency, -0.5f},
                                   {Input::HottestFrequency, -1.8f},
                                   {Input::Size, -0.2f},
                                   {Input::Density, 0}};
constexpr WeighedInput Numbers[] = {
    {Input::IsLocal, 0.3f}, {Input::MaxStage, 0.5f}, {Input::MinStage, 0.1f}};
constexpr WeighedInput Ratios[] = {{Input::UsesToStock, -1.4f},
                                   {Input::ReadsToStock, -2.3f},
                                   {Input::WritesToStock, 0.5f},
                                   {Input::HottestToStock, -0.4f},
                                   {Input::SizeToStock, 1.6f},
                                   {Input::DensityToStock, -1.1f},
                                   {Input::FixedSpillBytesToStock, 0},
                                   {Input::DensityToKept, -5.9f},
                                   {Input::SpillCostToKept, -0.5f},
                                   {Input::FixedSpillCostToKept, -5.3f},
                                   {Input::SizeToKept, 0.8f},
                                   {Input::HottestToKept, -0.8f},
                                   {Input::UsesToKept, 0},
                                   {Input::SpillBytesToKept, 0},
                                   {Input::FixedSpillBytesToKept, 0}};

std::vector<InputTransform>
makeTransforms(bool ForSize, std::vector<std::pair<size_t, float>> &Weights) {
  std::vector<InputTransform> Transforms;
  const auto Add = [&](InputTransform T, float Weight) {
    Weights.emplace_back(Transforms.size(), Weight);
    Transforms.push_back(std::move(T));
  };
  for (const auto &[Of, Weight] : Shares)
    Add(linear(Of), Weight);
  for (const auto &[Of, Weight] : Numbers)
    Add(linear(Of, 4), Weight);
  for (const auto &[Of, Weight] : Ratios)
    if (ForSize || !countsBytes(Of))
      Add(logarithmic(Of, EvictionInput::kind(Of) == Input::Kind::RatioToStock
                              ? 16
                              : 256),
          Weight);
  if (ForSize)
    for (const size_t Of :
         {Input::RegisterCost, Input::SpillBytes, Input::FixedSpillBytes})
      Add(linear(Of), 0);
  return Transforms;
}

/// The caller gives the policy. The mask is the first of \p Inputs.
Model describeModel(std::vector<TensorSpec> Inputs) {
  Model M;
  M.Task = "regalloc-evict";
  M.Inputs = std::move(Inputs);
  M.Output = getEvictionOutput();
  M.Decision = DecisionKind::MaskedArgmax;
  M.MaskInput = 0;
  return M;
}
} // namespace

Model makeEvictionStart(AllocationGoal Goal) {
  std::vector<std::pair<size_t, float>> Weights;
  std::vector<InputTransform> Transforms =
      makeTransforms(Goal == AllocationGoal::Size, Weights);
  if (Goal != AllocationGoal::Cycles)
    Weights.clear();
  return makeStartModel(describeModel(getEvictionInputs()),
                        std::move(Transforms), Weights);
}

Model makeEvictionBytesPolicy() {
  const float Most = 16; // Bytes.
  // What a model file does not name, the advisor need not find out.
  enum : size_t { Mask, IsStock, Bytes };
  const std::vector<TensorSpec> All = getEvictionInputs();
  InputTransform Grown = linear(Bytes, Most);
  Grown.Low = -Most;
  return makeStartModel(describeModel({All[Input::Mask], All[Input::IsStock],
                                       All[Input::ChoiceBytesAboveKept]}),
                        {linear(IsStock), Grown}, {{1, -2.0f}});
}
} // namespace mlgo
