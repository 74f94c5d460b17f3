//===- LearnedAdvisor.h - A heuristic that can be learned -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_RUNNER_LEARNEDADVISOR_H
#define MLGO_RUNNER_LEARNEDADVISOR_H

#include "mlgo/model/LoadedModel.h"
#include "mlgo/runner/DecisionLog.h"
#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include "mlgo/support/Result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mlgo {

/// Who decides in place of a heuristic, and what is kept of it.
struct LearnedAdvisorOptions {
  enum class ModeKind {
    Release,     ///< A generated class or a model file.
    Development, ///< The model under training, or the heuristic if there is
                 ///< none; both are logged.
    Interactive, ///< A host at the other end of a channel.
    Default,     ///< The heuristic.
  };

  ModeKind Mode = ModeKind::Release;
  std::string Model;       ///< A model file; in release mode instead of the
                           ///< generated class.
  std::string TrainingLog; ///< The file that development mode writes, if any.
  std::string Channel;     ///< Stands before .in and .out of the host's FIFOs.
  double ChannelDeadline = 60; ///< Seconds that one answer may take.
  /// If not 0, decisions are one int64_t of at least 0 and less than this, and
  /// whatever else a host answers is garbage.
  int64_t AdviceBound = 0;

  /// What the environment variables \p Prefix_MODE (`release`, `development`,
  /// `interactive` or `default`), _MODEL, _TRAINING_LOG, _CHANNEL and
  /// _CHANNEL_DEADLINE say; the error names the first that is wrong.
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
    if constexpr (!std::is_same_v<GeneratedModel, LoadedModel>)
      if (O.Mode == Options::ModeKind::Release && O.Model.empty()) {
        auto Runner = ReleaseModeModelRunner<GeneratedModel>::create(
            std::move(Inputs), Decision.name());
        if (!Runner)
          return Runner.error();
        return LearnedAdvisor(std::move(*Runner));
      }
    return createFromOptions(std::move(Inputs), Decision, O);
  }

  /// The elements of input \p Index, of type \p T, to be filled.
  template <typename T> T *input(size_t Index) {
    return Runner->getTensor<T>(Index);
  }

  /// The first element of the decision, of type \p T. \p Default is what the
  /// heuristic would do: the answer if nobody else has one.
  template <typename T> T decide(T Default) {
    if (Runner->getKind() == MLModelRunner::Kind::NoOp) {
      if (Log)
        Log->logDecision(*Runner, &Default);
      return Default;
    }
    const T Answer = Runner->evaluate<T>();
    return Runner->hasAbstained() ? Default : Answer;
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

  static Result<LearnedAdvisor>
  createFromOptions(std::vector<TensorSpec> Inputs, const TensorSpec &Decision,
                    const Options &O);

  std::unique_ptr<MLModelRunner> Runner;
  std::optional<DecisionLog> Log; ///< Of the heuristic.
};

} // namespace mlgo

#endif // MLGO_RUNNER_LEARNEDADVISOR_H
