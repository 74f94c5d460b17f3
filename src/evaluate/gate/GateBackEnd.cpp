// Passes in the evaluator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/PluginFile.h"
#include "evaluate/TaskBackEnd.h"
#include "evaluate/gate/GateLabelSource.h"
#include "mlgo/model/ModelFile.h"

namespace mlgo {
namespace {
class GateBackEnd final : public TaskBackEnd {
  const char *task() const override { return "gate"; }

  Result<std::unique_ptr<ReadyModule>>
  prepare(const TrialPlace &At) const override {
    return prepareGateLabels(At);
  }

  Status checkPolicy(const Model &M, const std::string &Where) const override {
    const std::vector<TaskInput> &Known = (*findTask(task()))->Inputs;
    for (const TensorSpec &Input : M.Inputs)
      if (std::none_of(Known.begin(), Known.end(),
                       [&](const TaskInput &I) { return I.Spec == Input; }))
        return Error(Where + ": input is " + toJSON(Input) +
                     ", expected one of task gate");
    return Success();
  }

  Result<std::unique_ptr<ObjectiveTrials>>
  createTrials(const TrainingConfig &, const Objective &,
               TrialContext) const override {
    return Error("task gate is learned from labels, found a training");
  }

  Result<std::unique_ptr<CorpusProblem>>
  createProblem(const ProblemOptions &, Worker &) const override {
    return Error("task gate is searched by the plugin, expected "
                 "-mllvm -mlgo-gate-effort=N");
  }

  Result<std::unique_ptr<LabelSource>>
  createLabels(const ProblemOptions &Options, const LabelOptions &Labels,
               Worker &Work) const override {
    if (Labels.Settings.size() > 1)
      return Error("task gate is labelled in one setting, found " +
                   formatCodeSettings(Labels.Settings));
    MLGO_TRY(findPlugin(GateLabelPlugin));
    GateLabelSetting Setting;
    Setting.Code =
        Labels.Settings.empty() ? Options.Setting : Labels.Settings[0];
    Setting.Seconds = Options.Limits.Seconds;
    if (Options.Policy != "stock") {
      const Model M = MLGO_TRY(loadModel(Options.Policy));
      MLGO_TRY(checkPolicy(M, Options.Policy));
      Setting.Policy = Options.Policy;
    }
    auto Modules = MLGO_TRY(listCorpusModules(Options.Selection.Folders,
                                              Options.Selection.Packages));
    if (Modules.empty())
      return Error(Options.Selection.Folders.front() + ": has no modules");
    return std::unique_ptr<LabelSource>(std::make_unique<GateLabelSource>(
        std::move(Setting), std::move(Modules), Labels, Work));
  }

  Result<Decisions> readDecisions(const std::string &Path) const override {
    return Error(Path + ": decisions of task gate are read by the plugin");
  }
  std::string formatDecisions(const Decisions &) const override { return {}; }

  Result<Model> createStart(const Objective &) const override {
    return Error("task gate has no start, expected labels to fit");
  }
};
} // namespace

void addGateBackEnds(std::vector<const TaskBackEnd *> &To) {
  static const GateBackEnd Only;
  To.push_back(&Only);
}
} // namespace mlgo
