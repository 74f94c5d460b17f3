// Makes who decides in each mode
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/RunnerFactory.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "model/TFLiteImport.h"
#include "runner/HostChannel.h"
#include "runner/ModelUnderTrainingRunner.h"

namespace mlgo {
static RunnerResult createRelease(const PolicySpec &Spec,
                                  const RunnerOptions &Options) {
  if (!Options.Model.empty())
    return createPolicyRunner(Spec, Options.Model);
  if (Spec.BuiltIn)
    return Spec.BuiltIn(Spec.Inputs(RunnerMode::Release, nullptr));
  return Error("mode is 'release' and no policy is built in, expected a model "
               "file");
}

static RunnerResult createUnderTraining(const PolicySpec &Spec,
                                        const RunnerOptions &Options) {
  ModelUnderTrainingOptions Details;
  Details.Tasks = Spec.Tasks;
  Details.OutputSpec = Options.OutputSpec;
  auto Runner = MLGO_TRY(ModelUnderTrainingRunner::createFor(
      [&](const Model &M) { return Spec.Inputs(RunnerMode::Development, &M); },
      Spec.Decision, Options.Model, Details));
  return std::unique_ptr<MLModelRunner>(std::move(Runner));
}

RunnerResult createPolicyRunner(const PolicySpec &Spec, Result<Model> M,
                                const std::string &Where) {
  if (!M)
    return M.error();
  adoptGraph(*M, Spec.Tasks.empty() ? "" : Spec.Tasks[0], Spec.Decision);
  MLGO_TRY(checkTask(*M, Spec.Tasks).in(Where));
  MLGO_TRY(checkLimits(M->Scope, Spec.Limits).in(Where));
  if (M->Output != Spec.Decision)
    return Error(Where + ": output is " + toJSON(M->Output) + ", expected " +
                 toJSON(Spec.Decision));
  auto Inputs = Spec.Inputs(RunnerMode::Release, &*M);
  auto Evaluator = MLGO_TRY(LoadedModel::create(std::move(*M)).in(Where));
  return std::unique_ptr<MLModelRunner>(MLGO_TRY(
      ReleaseModeModelRunner<LoadedModel>::create(
          std::move(Inputs), Spec.Decision.name(), {}, std::move(Evaluator))
          .in(Where)));
}

RunnerResult createPolicyRunner(const PolicySpec &Spec,
                                const std::string &Path) {
  return createPolicyRunner(Spec, loadModel(Path), Path);
}

RunnerResult createRunner(const PolicySpec &Spec,
                          const RunnerOptions &Options) {
  if (Options.Mode == RunnerMode::Release)
    return createRelease(Spec, Options);
  if (Options.Mode == RunnerMode::Development && Options.hasPolicy())
    return createUnderTraining(Spec, Options);
  auto Inputs = Spec.Inputs(Options.Mode, nullptr);
  if (Options.Mode != RunnerMode::Interactive)
    return std::unique_ptr<MLModelRunner>(
        std::make_unique<NoInferenceModelRunner>(std::move(Inputs)));
  if (Options.Channel.empty())
    return Error("mode is 'interactive' without a channel, expected the base "
                 "of two FIFOs");
  return createHostRunner(std::move(Inputs), Spec.Decision, Spec.Choices,
                          Options.Channel, Options.ChannelDeadline);
}
} // namespace mlgo
