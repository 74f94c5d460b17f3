// A heuristic that we replace
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "task/Task.h"

namespace mlgo {
#define MLGO_TASK(Name) Task describe##Name##Task();
#include "Tasks.def"
#undef MLGO_TASK

bool Task::isCalled(std::string_view Called) const {
  return Called == Name || std::find(FileNames.begin(), FileNames.end(),
                                     Called) != FileNames.end();
}

std::string Task::variable(std::string_view Option) const {
  return toVariable("MLGO_" + Prefix + "_").append(Option);
}

PolicySpec Task::policy() const {
  PolicySpec Spec;
  std::vector<TensorSpec> Specs;
  Specs.reserve(Inputs.size());
  for (const TaskInput &Input : Inputs)
    Specs.push_back(Input.Spec);
  Spec.Inputs = [Specs = std::move(Specs)](RunnerMode, const Model *) {
    return Specs;
  };
  Spec.Decision = Decision.Spec;
  Spec.Choices = Decision.Choices;
  Spec.Tasks = FileNames;
  Spec.Tasks.push_back(Name);
  Spec.Limits = Limits;
  return Spec;
}

bool Task::readsOwnInputs(const Model &M) const {
  return std::any_of(Inputs.begin(), Inputs.end(), [&](const TaskInput &Input) {
    return !Input.IsLLVMs &&
           std::any_of(M.Inputs.begin(), M.Inputs.end(),
                       [&](const TensorSpec &Read) {
                         return Read.name() == Input.Spec.name();
                       });
  });
}

const std::vector<Task> &allTasks() {
  static const std::vector<Task> Tasks = [] {
    // Not a list of initial values, which would be copied: each compilation
    // pays for that.
    std::vector<Task> All;
#define MLGO_TASK(Name) All.push_back(describe##Name##Task());
#include "Tasks.def"
#undef MLGO_TASK
    return All;
  }();
  return Tasks;
}

Result<const Task *> findTask(std::string_view Name) {
  std::string Known;
  for (const Task &T : allTasks()) {
    if (T.isCalled(Name))
      return &T;
    Known += (Known.empty() ? "" : ", ") + T.Name;
  }
  return Error("task is '" + std::string(Name) + "', expected one of " + Known);
}

const Task *findTaskOf(const TensorSpec &Output) {
  for (const Task &T : allTasks())
    if (T.Decision.Spec == Output)
      return &T;
  return nullptr;
}
} // namespace mlgo
