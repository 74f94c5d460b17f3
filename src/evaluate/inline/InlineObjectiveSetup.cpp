//===- InlineObjectiveSetup.cpp - Objectives from configurations ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/InlineObjective.h"

#include "InlineAdvisor.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/task/Task.h"

namespace mlgo {
namespace {

Result<PolicyParameters> readParameters(const TrainingConfig &Config) {
  Result<Model> Start = loadModel(Config.StartModel);
  if (!Start)
    return Start.error();
  auto Runner = createPolicyRunner((*findTask("inline"))->policy(), *Start,
                                   Config.StartModel);
  if (!Runner)
    return Runner.error();
  auto Options = parsePolicyParameters(Config.Parameters, Config.ScaleFloor);
  if (!Options)
    return Options.error();
  return PolicyParameters::create(std::move(*Start), *Options);
}

Result<MeasuredCorpus> readCorpus(const std::vector<std::string> &Folders,
                                  const std::vector<std::string> &Packages,
                                  const char *What) {
  if (Folders.empty())
    return Error(std::string("there are no ") + What + " corpora");
  CorpusSelection Selection;
  Selection.Folders = Folders;
  Selection.Packages = Packages;
  Result<MeasuredCorpus> Loaded = loadMeasuredCorpus(Selection);
  if (!Loaded)
    return Loaded.error().in(std::string(What) + " corpora");
  return Loaded;
}

} // namespace

Result<std::unique_ptr<TrainingObjective>>
createInlineObjective(const TrainingConfig &Config, Worker &Work,
                      const std::atomic<bool> &Stop) {
  Result<PolicyParameters> Parameters = readParameters(Config);
  if (!Parameters)
    return Parameters.error();
  auto Training =
      readCorpus(Config.TrainingCorpora, Config.TrainingPackages, "training");
  if (!Training)
    return Training.error();
  auto Validation = readCorpus(Config.ValidationCorpora,
                               Config.ValidationPackages, "validation");
  if (!Validation)
    return Validation.error();
  auto Made = InlineObjective::create(
      Config, std::move(*Parameters), std::move(*Training),
      std::move(*Validation), Work, Stop);
  if (!Made)
    return Made.error();
  return std::unique_ptr<TrainingObjective>(std::move(*Made));
}

} // namespace mlgo
