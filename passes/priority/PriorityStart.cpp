// A priority policy to train from
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityStart.h"
#include "PriorityInputs.h"
#include "mlgo/model/OrderedValue.h"
#include "model/StartModel.h"
#include <cmath>

namespace mlgo {
using Input = PriorityInput;

/// Stock's priorities lie in levels: what lives in one block, what lives in
/// several, and both again with a hint. This is the distance of two levels; the
/// inputs of the sum are between 0 and this, so that a weight counts levels.
constexpr float Level = 0x1p29f;

static InputTransform linear(Input::ID Of, float Most = 1) {
  InputTransform T;
  T.Input = static_cast<uint32_t>(Of);
  T.Scale = Level / Most;
  T.High = Most;
  return T;
}

/// Two steps for each factor of two, from \p Least to \p Most.
static InputTransform logarithmic(Input::ID Of, float Least, float Most) {
  InputTransform T;
  T.Kind = InputTransform::KindType::Quantile;
  T.Input = static_cast<uint32_t>(Of);
  for (float Edge = Least; Edge <= Most; Edge *= 2)
    for (const float Step : {Edge, 1.5f * Edge})
      T.Edges.push_back(Of == Input::Weight
                            ? orderedValue(Step)
                            : static_cast<int64_t>(std::ceil(Step)));
  // Below 2 both steps are one.
  T.Edges.erase(std::unique(T.Edges.begin(), T.Edges.end()), T.Edges.end());
  T.Scale = Level / static_cast<float>(T.Edges.size());
  return T;
}

static std::vector<InputTransform> makeTransforms() {
  std::vector<InputTransform> Transforms = {
      logarithmic(Input::StockRank, 1, 0x1p24f)};
  for (const Input::ID Of :
       {Input::IsDeferred, Input::IsLocal, Input::HasHint, Input::IsSpillable,
        Input::IsRematerializable, Input::CrossesCall, Input::RegisterCost})
    Transforms.push_back(linear(Of));
  Transforms.push_back(linear(Input::Stage, 4));
  Transforms.push_back(linear(Input::NumRegisters, 32));
  for (const Input::ID Of : {Input::Size, Input::First, Input::Length,
                             Input::NumRanges, Input::NumQueued})
    Transforms.push_back(logarithmic(Of, 1, 0x1p16f));
  for (const Input::ID Of : {Input::NumSegments, Input::NumValues,
                             Input::NumUses, Input::SpillBytes})
    Transforms.push_back(logarithmic(Of, 1, 256));
  Transforms.push_back(logarithmic(Input::RegisterBits, 8, 512));
  Transforms.push_back(logarithmic(Input::Weight, 0x1p-16f, 0x1p8f));
  return Transforms;
}

Model makePriorityStart() {
  Model M;
  M.Task = "regalloc-priority";
  M.Inputs = getPriorityInputs();
  M.Output = getExactPriorityOutput();
  M.Decision = DecisionKind::AddToDefault;
  M.DefaultInput = static_cast<int32_t>(Input::StockPriority);
  return makeStartModel(std::move(M), makeTransforms());
}
} // namespace mlgo
