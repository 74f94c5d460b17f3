// A heuristic that can be learned
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/LoadedModel.h"
#include "mlgo/runner/DecisionLog.h"
#include "mlgo/runner/RunnerFactory.h"

namespace mlgo {
/// Options of a learned advisor: who decides, and what is logged.
struct LearnedAdvisorOptions : RunnerOptions {
  using ModeKind = RunnerMode;

  /// The task that a loaded model must declare; empty: any.
  std::string Task;
  /// If not 0, decisions are one int64_t of at least 0 and less than this, and
  /// whatever else a host answers is garbage.
  int64_t AdviceBound = 0;

  /// The options that the environment variables \p Prefix_MODE (`release`,
  /// `development`, `interactive` or `default`), _MODEL, _OUTPUT_SPEC,
  /// _TRAINING_LOG, _CHANNEL and _CHANNEL_DEADLINE say; the error names the
  /// first that is wrong.
  static Result<LearnedAdvisorOptions>
  fromEnvironment(const std::string &Prefix);
};

/// The decisions of one heuristic of yours, in a compiler or anywhere else,
/// made by whom the options say. Fill the inputs, then decide(); whatever
/// happens to models, hosts and logs, there is an answer. Not thread-safe.
class LearnedAdvisor {
public:
  using Options = LearnedAdvisorOptions;

  /// \p Inputs describe what a decision is made from, \p Decision the answer,
  /// to which models are bound by name. In release mode \p GeneratedModel
  /// decides, a class that mlgo_add_aot_model made, unless there is a model
  /// file. Fails if the chosen mode lacks what it needs, or if a model does not
  /// fit.
  template <typename GeneratedModel = LoadedModel>
  static Result<LearnedAdvisor> create(std::vector<TensorSpec> Inputs,
                                       const TensorSpec &Decision,
                                       const Options &O) {
    PolicySpec Spec;
    if constexpr (!std::is_same_v<GeneratedModel, LoadedModel>)
      Spec.BuiltIn = [&](std::vector<TensorSpec> TheInputs) {
        return createBuiltIn<GeneratedModel>(std::move(TheInputs),
                                             Decision.name());
      };
    Spec.Inputs = [&](RunnerMode, const Model *) { return Inputs; };
    Spec.Decision = Decision;
    return createFor(Spec, O);
  }

  /// The elements of input \p Index, of type \p T, to be filled.
  template <typename T> T *input(size_t Index) {
    return Runner->getTensor<T>(Index);
  }

  /// The first element of the decision, of type \p T. \p Default is what the
  /// heuristic would do: the answer if nobody else has one.
  template <typename T> T decide(T Default) {
    T Answer = Default;
    if (Runner->getKind() != MLModelRunner::Kind::NoOp) {
      const T Decision = Runner->evaluate<T>();
      if (!Runner->hasAbstained())
        Answer = Decision;
    }
    if (Log)
      Log->logDecision(*Runner, &Answer);
    return Answer;
  }

  /// Called before the decisions of another module or function \p Name, which
  /// logs and hosts are told.
  void switchContext(std::string_view Name);

  /// Completes the training log; without it there is none. Tells what went
  /// wrong on the way: with the log, or with the host, instead of which
  /// decide() gave defaults.
  Status finish();

  MLModelRunner &runner() { return *Runner; }

private:
  explicit LearnedAdvisor(std::unique_ptr<MLModelRunner> Runner)
      : Runner(std::move(Runner)) {}

  /// \p Spec without what the options say.
  static Result<LearnedAdvisor> createFor(PolicySpec &Spec, const Options &O);

  std::unique_ptr<MLModelRunner> Runner;
  std::optional<DecisionLog> Log;
};
} // namespace mlgo
