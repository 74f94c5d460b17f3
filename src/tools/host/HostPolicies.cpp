// What a host answers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/host/HostPolicies.h"
#include "model/TFLiteImport.h"
#include <cstring>

namespace mlgo {
namespace {
std::string describe(const TensorSpec &Spec) {
  return std::string(getTensorTypeName(Spec.type())) + "[" +
         std::to_string(Spec.getElementCount()) + "] '" + Spec.name() + "'";
}

/// Stores \p Value at \p Advice as one element of \p Type.
void store(int64_t Value, TensorType Type, void *Advice) {
  switch (Type) {
#define MLGO_STORE(T, Name)                                                    \
  case TensorType::Name: {                                                     \
    const T Element = static_cast<T>(Value);                                   \
    std::memcpy(Advice, &Element, sizeof(T));                                  \
    return;                                                                    \
  }
    MLGO_TENSOR_TYPES(MLGO_STORE)
#undef MLGO_STORE
  case TensorType::Invalid:
    return;
  }
}
} // namespace

Status ModelHostPolicy::start(const std::vector<TensorSpec> &Features,
                              const TensorSpec &Advice) {
  // Imported files seldom name their decision as the compiler does.
  adoptGraph(TheModel, TheModel.Task, Advice);
  const bool IsAnswer =
      Advice.isElementType<int64_t>() || Advice.isElementType<float>();
  if (Advice.type() != TheModel.Output.type() || !IsAnswer ||
      Advice.getElementCount() != 1)
    return Error("compiler expects an answer " + describe(Advice) +
                 ", model gives " + describe(TheModel.Output));
  if (Runner && Runner->inputs() == Features)
    return Success();
  LoadedModel Loaded = MLGO_TRY(LoadedModel::create(TheModel));
  Runner = MLGO_TRY(ReleaseModeModelRunner<LoadedModel>::create(
      Features, Advice.name(), {}, std::move(Loaded)));
  return Success();
}

Status ModelHostPolicy::decide(const TrainingLogObservation &O, void *Advice) {
  for (size_t I = 0; I < O.Tensors.size(); ++I)
    std::memcpy(Runner->getTensorUntyped(I), O.Tensors[I].data(),
                O.Tensors[I].size());
  if (TheModel.Output.isElementType<int64_t>()) {
    store(Runner->evaluate<int64_t>(), TensorType::Int64, Advice);
  } else {
    const float Answer = Runner->evaluate<float>();
    std::memcpy(Advice, &Answer, sizeof(Answer));
  }
  return Success();
}

const std::vector<std::string> &RuleHostPolicy::names() {
  static const std::vector<std::string> Names = {"always", "never", "alternate",
                                                 "default", "first"};
  return Names;
}

Status RuleHostPolicy::start(const std::vector<TensorSpec> &Features,
                             const TensorSpec &Advice) {
  const std::string &Name = names()[static_cast<size_t>(TheRule)];
  if (Advice.getElementCount() != 1)
    return Error("compiler expects an answer " + describe(Advice) +
                 ", a rule gives one element");
  const Task *Asked = findTaskThat(
      [&](const Task &T) { return T.Decision.Spec.name() == Advice.name(); });
  if (Asked && !Asked->Decision.Mask.empty() && TheRule != Rule::First)
    return Error("rule '" + Name + "' cannot answer " + describe(Advice) +
                 ", expected rule 'first'");
  AdviceType = Advice.type();
  if (TheRule != Rule::Default && TheRule != Rule::First)
    return Success();
  const auto Member = TheRule == Rule::Default ? &TaskDecision::StockInput
                                               : &TaskDecision::Mask;
  if (!Asked || (Asked->Decision.*Member).empty())
    Asked = findTaskThat(
        [&](const Task &T) { return !(T.Decision.*Member).empty(); });
  const std::string &Wanted = Asked->Decision.*Member;
  const auto Found =
      std::find_if(Features.begin(), Features.end(),
                   [&](const TensorSpec &S) { return S.name() == Wanted; });
  if (Found == Features.end() || !Found->isElementType<int64_t>() ||
      Found->getElementCount() == 0)
    return Error("rule '" + Name + "' needs an int64_t input '" + Wanted +
                 "', which is not among the " +
                 std::to_string(Features.size()) + " inputs given");
  Input = static_cast<size_t>(Found - Features.begin());
  Columns = Found->getElementCount();
  return Success();
}

Status RuleHostPolicy::decide(const TrainingLogObservation &O, void *Advice) {
  int64_t Answer = 0;
  switch (TheRule) {
  case Rule::Always:
    Answer = 1;
    break;
  case Rule::Never:
    break;
  case Rule::Alternate:
    Answer = static_cast<int64_t>(O.Number % 2);
    break;
  case Rule::Default:
    Answer = *O.Tensors[Input].as<int64_t>();
    break;
  case Rule::First: {
    const int64_t *Mask = O.Tensors[Input].as<int64_t>();
    Answer = std::find_if(Mask, Mask + Columns,
                          [](int64_t Allowed) { return Allowed != 0; }) -
             Mask;
    if (Answer == static_cast<int64_t>(Columns))
      return Error("observation " + std::to_string(O.Number) + " of '" +
                   O.Context + "': mask allows no column");
    break;
  }
  }
  store(Answer, AdviceType, Advice);
  return Success();
}
} // namespace mlgo
