//===- LearnedAdvisor.cpp - A heuristic that can be learned ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/runner/LearnedAdvisor.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/InteractiveModelRunner.h"
#include "mlgo/runner/ModelUnderTrainingRunner.h"
#include "mlgo/runner/NoInferenceModelRunner.h"

#include <cmath>
#include <cstdlib>

namespace mlgo {
namespace {

using ModeKind = LearnedAdvisorOptions::ModeKind;
using RunnerResult = Result<std::unique_ptr<MLModelRunner>>;

template <typename Runner>
RunnerResult asRunner(Result<std::unique_ptr<Runner>> Made) {
  if (!Made)
    return Made.error();
  return std::unique_ptr<MLModelRunner>(std::move(*Made));
}

RunnerResult createReleaseRunner(std::vector<TensorSpec> Inputs,
                                 const TensorSpec &Decision,
                                 const std::string &Path) {
  if (Path.empty())
    return Error("release mode has no model, expected a model file");
  auto M = loadModel(Path);
  if (!M)
    return M.error();
  if (M->Output.type() != Decision.type())
    return Error(Path + ": output is " + toJSON(M->Output) + ", expected " +
                 toJSON(Decision));
  auto Evaluator = LoadedModel::create(std::move(*M));
  if (!Evaluator)
    return Evaluator.error().in(Path);
  auto Runner = asRunner(ReleaseModeModelRunner<LoadedModel>::create(
      std::move(Inputs), Decision.name(), {}, std::move(*Evaluator)));
  return Runner ? std::move(Runner) : Runner.error().in(Path);
}

RunnerResult createInteractiveRunner(std::vector<TensorSpec> Inputs,
                                     const TensorSpec &Decision,
                                     const LearnedAdvisorOptions &O) {
  if (O.Channel.empty())
    return Error("interactive mode has no channel, expected the base of one");
  auto Host = InteractiveHostAddress::at(O.Channel);
  Host.DeadlineSeconds = O.ChannelDeadline;
  Host.AdviceBound = O.AdviceBound;
  return asRunner(InteractiveModelRunner::create(std::move(Inputs), Decision,
                                                 std::move(Host)));
}

const char *get(const std::string &Prefix, const char *Name,
                std::string &Variable) {
  Variable = Prefix + '_' + Name;
  const char *Value = std::getenv(Variable.c_str());
  return Value ? Value : "";
}

} // namespace

Result<LearnedAdvisorOptions>
LearnedAdvisorOptions::fromEnvironment(const std::string &Prefix) {
  LearnedAdvisorOptions O;
  std::string Variable;
  O.Model = get(Prefix, "MODEL", Variable);
  O.TrainingLog = get(Prefix, "TRAINING_LOG", Variable);
  O.Channel = get(Prefix, "CHANNEL", Variable);
  if (const std::string Mode = get(Prefix, "MODE", Variable); Mode.empty())
    O.Mode = ModeKind::Release;
  else if (Mode == "release")
    O.Mode = ModeKind::Release;
  else if (Mode == "development")
    O.Mode = ModeKind::Development;
  else if (Mode == "interactive")
    O.Mode = ModeKind::Interactive;
  else if (Mode == "default")
    O.Mode = ModeKind::Default;
  else
    return Error(Variable + " is '" + Mode +
                 "', expected release, development, interactive or default");
  if (const char *Text = get(Prefix, "CHANNEL_DEADLINE", Variable); *Text) {
    char *End;
    O.ChannelDeadline = std::strtod(Text, &End);
    if (*End || !std::isfinite(O.ChannelDeadline) || O.ChannelDeadline <= 0)
      return Error(Variable + " is '" + Text +
                   "', expected a positive number of seconds");
  }
  return O;
}

Result<LearnedAdvisor>
LearnedAdvisor::createFromOptions(std::vector<TensorSpec> Inputs,
                                  const TensorSpec &Decision,
                                  const Options &O) {
  const bool Logs = O.Mode == ModeKind::Development && !O.TrainingLog.empty();
  if (O.Mode == ModeKind::Development && !O.Model.empty()) {
    auto Runner =
        ModelUnderTrainingRunner::create(std::move(Inputs), Decision, O.Model);
    if (!Runner)
      return Runner.error();
    if (Logs) {
      auto Log = DecisionLog::create(O.TrainingLog, **Runner, Decision);
      if (!Log)
        return Log.error();
      (*Runner)->setLog(std::move(*Log));
    }
    return LearnedAdvisor(std::move(*Runner));
  }
  if (O.Mode == ModeKind::Release || O.Mode == ModeKind::Interactive) {
    auto Runner =
        O.Mode == ModeKind::Release
            ? createReleaseRunner(std::move(Inputs), Decision, O.Model)
            : createInteractiveRunner(std::move(Inputs), Decision, O);
    if (!Runner)
      return Runner.error();
    return LearnedAdvisor(std::move(*Runner));
  }
  LearnedAdvisor Advisor(
      std::make_unique<NoInferenceModelRunner>(std::move(Inputs)));
  if (Logs) {
    auto Log = DecisionLog::create(O.TrainingLog, *Advisor.Runner, Decision);
    if (!Log)
      return Log.error();
    Advisor.Log.emplace(std::move(*Log));
  }
  return Result<LearnedAdvisor>(std::move(Advisor));
}

void LearnedAdvisor::switchContext(std::string_view Name) {
  Runner->switchContext(Name);
  if (Log)
    Log->switchContext(Name);
}

Status LearnedAdvisor::finish() {
  if (Log)
    return Log->close();
  if (Runner->getKind() == MLModelRunner::Kind::Development) {
    auto &Model = static_cast<ModelUnderTrainingRunner &>(*Runner);
    return Model.log() ? Model.log()->close() : Status(Success());
  }
  return Runner->failure() ? Status(*Runner->failure()) : Success();
}

} // namespace mlgo
