//===- EvictionStart.cpp - A small policy that decides as stock -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionStart.h"

#include "EvictionInputs.h"

#include "mlgo/model/OrderedValue.h"
#include "mlgo/model/StartModel.h"

#include <utility>

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

std::vector<InputTransform> makeTransforms(bool ForSize) {
  std::vector<InputTransform> Transforms;
  for (const size_t Of :
       {Input::IsStock, Input::IsReassignable, Input::IsKept, Input::IsHint,
        Input::NumUrgent, Input::NumBrokenHints, Input::NumRematerializable,
        Input::NumDefsAndUses, Input::Reads, Input::Writes, Input::ReadWrites,
        Input::InductionUpdates, Input::HintWeights, Input::StartFrequency,
        Input::EndFrequency, Input::HottestFrequency, Input::Size,
        Input::Density})
    Transforms.push_back(linear(Of));
  for (const size_t Of : {Input::IsLocal, Input::MaxStage, Input::MinStage})
    Transforms.push_back(linear(Of, 4));
  for (size_t Of = Input::UsesToStock; Of < Input::ChoiceBytes; ++Of)
    if (ForSize || !countsBytes(Of))
      Transforms.push_back(
          logarithmic(Of, Of < Input::DensityToKept ? 16 : 256));
  if (ForSize)
    for (const size_t Of :
         {Input::RegisterCost, Input::SpillBytes, Input::FixedSpillBytes})
      Transforms.push_back(linear(Of));
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

Model makeEvictionStart(bool ForSize) {
  return makeStartModel(describeModel(getEvictionInputs()),
                        makeTransforms(ForSize));
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
