// Runs a generated model
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/support/MD5.h"
#include <memory>
#include <type_traits>

namespace mlgo {
/// How a ReleaseModeModelRunner finds the tensors of its model.
struct ReleaseModeOptions {
  std::string FeedPrefix = "feed_";   ///< Before the names of inputs.
  std::string FetchPrefix = "fetch_"; ///< Before the name of the decision.
  /// The name of one of the models in a combined policy; empty if the policy is
  /// a single model.
  std::string ModelSelector;
};

namespace detail {
template <typename Model, typename = void>
struct HasInputNames : std::false_type {};
template <typename Model>
struct HasInputNames<
    Model, std::void_t<decltype(std::declval<const Model &>().InputName(0))>>
    : std::true_type {};

template <typename Model, typename = void>
struct HasAbstained : std::false_type {};
template <typename Model>
struct HasAbstained<
    Model, std::void_t<decltype(std::declval<const Model &>().Abstained())>>
    : std::true_type {};

template <typename Model, typename = void> struct HasScope : std::false_type {};
template <typename Model>
struct HasScope<Model,
                std::void_t<decltype(std::declval<const Model &>().Scope())>>
    : std::true_type {};

template <typename Model, typename = void>
struct HasOptionalInputs : std::false_type {};
template <typename Model>
struct HasOptionalInputs<
    Model, std::void_t<decltype(std::declval<const Model &>().InputIsOptional(
               std::string_view()))>> : std::true_type {};
} // namespace detail

/// Tells \p TheModel which of the models in it to run. Fails if \p Options
/// selects one of several but the model is a single one, or the other way
/// round.
template <typename Model>
Status selectModel(Model &TheModel, const ReleaseModeOptions &Options) {
  int Arg = TheModel.LookupArgIndex(Options.FeedPrefix + "model_selector");
  if (Arg < 0 && Options.ModelSelector.empty())
    return Success();
  if (Arg < 0)
    return Error("a model selector was specified but the underlying model "
                 "does not expose a model_selector input: found '" +
                 Options.ModelSelector + "', expected none");
  if (Options.ModelSelector.empty())
    return Error("a model selector was not specified but the underlying "
                 "model requires selecting one because it exposes a "
                 "model_selector input");
  auto [High, Low] = hashModelName(Options.ModelSelector);
  auto *Words = static_cast<uint64_t *>(TheModel.arg_data(Arg));
  Words[0] = High;
  Words[1] = Low;
  return Success();
}

/// Checks that each input which \p TheModel says it has is among \p Inputs:
/// \p Find returns its spec or null. Those \p IsOptional accepts may be absent.
template <typename Model, typename FindSpec, typename Predicate>
Status checkModelInputs(const Model &TheModel,
                        const std::vector<TensorSpec> &Inputs, FindSpec Find,
                        Predicate IsOptional) {
  auto Describe = [](TensorType Type, size_t Count) {
    return std::string(getTensorTypeName(Type)) + "[" + std::to_string(Count) +
           "]";
  };
  for (int I = 0; const char *Name = TheModel.InputName(I); ++I) {
    const TensorSpec *Given = Find(std::string_view(Name));
    if (!Given && (std::string_view(Name) == "model_selector" ||
                   IsOptional(std::string_view(Name))))
      continue;
    if (!Given)
      return Error(std::string("model needs input '") + Name +
                   "', which is not among the " +
                   std::to_string(Inputs.size()) + " inputs given");
    if (Given->type() != TheModel.InputType(I) ||
        Given->getElementCount() != TheModel.InputElementCount(I))
      return Error(
          std::string("input '") + Name + "' is " +
          Describe(Given->type(), Given->getElementCount()) +
          ", model expects " +
          Describe(TheModel.InputType(I), TheModel.InputElementCount(I)));
  }
  return Success();
}

/// Runs a model that offers the five functions of the classes which LLVM's (and
/// mlgo's) ahead-of-time compilers generate: LookupArgIndex, LookupResultIndex,
/// arg_data, result_data, Run. So one generated class serves both worlds, and a
/// LoadedModel, which has them too, serves as a model read at run time.
///
/// Models of mlgo also say what they need, through
/// `const char *InputName(int Index)` (null past the last), with the type and
/// number of elements in `TensorType InputType(int)` and
/// `size_t InputElementCount(int)`. Where these exist they are checked; an
/// input for which `bool InputIsOptional(std::string_view Name)` is true may be
/// absent.
template <typename GeneratedModel>
class ReleaseModeModelRunner final : public MLModelRunner {
public:
  /// Binds \p Inputs by name. Fails if the model has no output \p DecisionName,
  /// if it needs an input that \p Inputs lacks or that has another type or
  /// size there, and if \p Options selects one of several models but the model
  /// is a single one, or the other way round.
  static Result<std::unique_ptr<ReleaseModeModelRunner>>
  create(std::vector<TensorSpec> Inputs, const std::string &DecisionName,
         const ReleaseModeOptions &Options = {},
         GeneratedModel &&Model = GeneratedModel()) {
    std::unique_ptr<ReleaseModeModelRunner> Runner(
        new ReleaseModeModelRunner(std::move(Inputs), std::move(Model)));
    MLGO_TRY(Runner->bind(DecisionName, Options));
    return Runner;
  }

  static bool classof(const MLModelRunner *R) {
    return R->getKind() == Kind::Release;
  }

  const GeneratedModel &model() const { return Model; }

  bool hasAbstained() const override {
    if constexpr (detail::HasAbstained<GeneratedModel>::value)
      return Model.Abstained();
    return false;
  }

  ModelScope scope() const override {
    if constexpr (detail::HasScope<GeneratedModel>::value)
      return Model.Scope();
    return {};
  }

private:
  ReleaseModeModelRunner(std::vector<TensorSpec> Inputs, GeneratedModel &&Model)
      : MLModelRunner(Kind::Release, std::move(Inputs)),
        Model(std::move(Model)) {}

  const void *evaluateUntyped() override {
    Model.Run();
    return Model.result_data(ResultIndex);
  }

  Status bind(const std::string &DecisionName,
              const ReleaseModeOptions &Options) {
    for (size_t I = 0; I < inputs().size(); ++I) {
      int Arg = Model.LookupArgIndex(Options.FeedPrefix + inputs()[I].name());
      setUpBufferForTensor(I, Arg < 0 ? nullptr : Model.arg_data(Arg));
    }
    ResultIndex = Model.LookupResultIndex(Options.FetchPrefix + DecisionName);
    if (ResultIndex < 0)
      return Error("model has no output '" + Options.FetchPrefix +
                   DecisionName + "'");
    if (Status Selected = selectModel(Model, Options); !Selected)
      return Selected;
    if constexpr (detail::HasInputNames<GeneratedModel>::value)
      return checkModelInputs(
          Model, inputs(),
          [this](std::string_view Name) -> const TensorSpec * {
            for (const TensorSpec &Spec : inputs())
              if (Spec.name() == Name)
                return &Spec;
            return nullptr;
          },
          [&](std::string_view Name) {
            if constexpr (detail::HasOptionalInputs<GeneratedModel>::value)
              return Model.InputIsOptional(Name);
            return false;
          });
    return Success();
  }

  GeneratedModel Model;
  int ResultIndex = -1;
};
} // namespace mlgo
