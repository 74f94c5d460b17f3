// What a host answers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/LoadedModel.h"
#include "runner/InteractiveHost.h"
#include "task/Task.h"

namespace mlgo {
/// The first task that \p IsIt, or null.
template <typename Predicate> const Task *findTaskThat(Predicate IsIt) {
  for (const Task &T : allTasks())
    if (IsIt(T))
      return &T;
  return nullptr;
}

/// Answers with a model, whose inputs are found by name among those that the
/// compiler sends: these may be more, and must be no fewer.
class ModelHostPolicy final : public HostPolicy {
public:
  explicit ModelHostPolicy(Model TheModel) : TheModel(std::move(TheModel)) {}

  Status start(const std::vector<TensorSpec> &Features,
               const TensorSpec &Advice) override;
  Status decide(const TrainingLogObservation &O, void *Advice) override;

private:
  Model TheModel;
  std::unique_ptr<ReleaseModeModelRunner<LoadedModel>> Runner;
};

/// Answers without a model.
class RuleHostPolicy final : public HostPolicy {
public:
  enum class Rule {
    Always,    ///< 1.
    Never,     ///< 0.
    Alternate, ///< 0 for the first observation of a context, then 1, 0, ...
    Default,   ///< What the task's StockInput says.
    First,     ///< The first column that the task's Mask allows.
  };
  explicit RuleHostPolicy(Rule TheRule) : TheRule(TheRule) {}

  /// The words for these, in order.
  static const std::vector<std::string> &names();

  Status start(const std::vector<TensorSpec> &Features,
               const TensorSpec &Advice) override;
  Status decide(const TrainingLogObservation &O, void *Advice) override;

private:
  const Rule TheRule;
  size_t Input = 0; ///< The one that the rule looks at.
  size_t Columns = 0;
  TensorType AdviceType = TensorType::Invalid;
};
} // namespace mlgo
