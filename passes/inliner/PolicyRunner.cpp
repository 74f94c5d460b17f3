//===- PolicyRunner.cpp - A policy from a model file ---------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolicyRunner.h"

#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/model/TFLiteImport.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"

namespace mlgo {
namespace {

constexpr const char *Task = "inline-oz";
constexpr const char *DecisionName = "inlining_decision";

} // namespace

Result<std::unique_ptr<MLModelRunner>>
createPolicyRunner(std::vector<TensorSpec> Inputs,
                   const std::string &ModelPath) {
  return createPolicyRunner(std::move(Inputs), loadModel(ModelPath), ModelPath);
}

Result<std::unique_ptr<MLModelRunner>>
createPolicyRunner(std::vector<TensorSpec> Inputs, Result<Model> M,
                   const std::string &Where) {
  if (!M)
    return M.error();
  const auto Decision = TensorSpec::createSpec<int64_t>(DecisionName, {1});
  adoptGraph(*M, Task, Decision);
  if (M->Task != Task)
    return Error(Where + ": task is '" + M->Task + "', expected '" + Task +
                 "'");
  if (M->Output != Decision)
    return Error(Where + ": output is " + toJSON(M->Output) +
                 ", expected int64_t[1] '" + DecisionName + "'");
  auto Evaluator = LoadedModel::create(std::move(*M));
  if (!Evaluator)
    return Evaluator.error().in(Where);
  auto Runner = ReleaseModeModelRunner<LoadedModel>::create(
      std::move(Inputs), DecisionName, {}, std::move(*Evaluator));
  if (!Runner)
    return Runner.error().in(Where);
  return std::unique_ptr<MLModelRunner>(std::move(*Runner));
}

} // namespace mlgo
