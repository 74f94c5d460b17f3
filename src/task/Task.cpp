// A heuristic that we replace
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "task/Task.h"
#include "runner/DecisionFields.h"

namespace mlgo {
#define MLGO_TASK(Name, ...) Task describe##Name##Task();
#include "Tasks.def"
#undef MLGO_TASK

bool Task::isCalled(std::string_view Called) const {
  return Called == Name || std::find(FileNames.begin(), FileNames.end(),
                                     Called) != FileNames.end();
}

Result<std::string> Task::numberValues(std::string_view Conditions) const {
  std::string Numbered;
  while (!Conditions.empty()) {
    const std::string_view One = Conditions.substr(0, Conditions.find(','));
    Conditions.remove_prefix(std::min(One.size() + 1, Conditions.size()));
    if (!Numbered.empty())
      Numbered += ',';
    Numbered += One;
    const size_t Equals = One.find('=');
    if (Equals == One.npos || Equals + 1 == One.size() ||
        One.find_first_not_of("-.0123456789", Equals + 1) == One.npos)
      continue;
    const std::string_view Value = One.substr(Equals + 1);
    const auto Input =
        std::find_if(Inputs.begin(), Inputs.end(), [&](const TaskInput &I) {
          return !I.ValueNames.empty() &&
                 I.Spec.name() == One.substr(0, Equals);
        });
    if (Input == Inputs.end())
      continue; // Whoever reads it complains.
    const auto &Names = Input->ValueNames;
    const auto Found = std::find(Names.begin(), Names.end(), Value);
    if (Found == Names.end())
      return Error("condition is '" + std::string(One) +
                   "', expected a number, or a name such as '" +
                   std::string(Names.front()) + "'");
    Numbered.resize(Numbered.size() - Value.size());
    Numbered += std::to_string(Found - Names.begin());
  }
  return Numbered;
}

std::string Task::variable(std::string_view Option) const {
  return toVariable("MLGO_" + Prefix + "_").append(Option);
}

std::string Task::option(std::string_view Option) const {
  return ("-mlgo-" + Prefix + "-").append(Option);
}

bool Task::serves(unsigned LLVMMajor) const {
  return std::find(LLVMMajors.begin(), LLVMMajors.end(), LLVMMajor) !=
         LLVMMajors.end();
}

std::string Task::decisionsHeader() const {
  return "# mlgo-" + Prefix + "-decisions 1\n";
}

bool Task::hasDecisionsIn(std::string_view Text) const {
  return Text.find("# mlgo-" + Prefix + "-decisions ") != Text.npos;
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

/// Adds \p T, which \p Words tell of and which has the options \p Smallest.
static void addTask(std::vector<Task> &All, Task T, TaskWords Words,
                    std::string_view Smallest) {
  T.Words = std::move(Words);
  constexpr std::string_view Effort = "-effort=";
  while (!Smallest.empty()) {
    const std::string Option(takeField(Smallest, ' '));
    if (const size_t At = Option.find(Effort); At != Option.npos)
      T.EffortOption = Option.substr(0, At + Effort.size() - 1);
    T.Smallest.push_back(Option);
  }
  All.push_back(std::move(T));
}

const std::vector<Task> &allTasks() {
  static const std::vector<Task> Tasks = [] {
    // Not a list of initial values, which would be copied: each compilation
    // pays for that.
    std::vector<Task> All;
#define MLGO_TASK(Name, Noun, RecordSuffix, Differing, Smallest)               \
  addTask(All, describe##Name##Task(), {Noun, RecordSuffix, Differing},        \
          Smallest);
#include "Tasks.def"
#undef MLGO_TASK
    return All;
  }();
  return Tasks;
}

const Task &defaultTask() { return allTasks().front(); }

const Task &effortTask() {
  return *std::find_if(allTasks().begin(), allTasks().end(),
                       [](const Task &T) { return !T.EffortOption.empty(); });
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
