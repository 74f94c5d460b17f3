//===- ModelConvertCommand.cpp - mlgo model convert ----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlgo/model/ModelExamples.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/model/TFLiteImport.h"

#include <algorithm>
#include <memory>

namespace mlgo {
namespace {

/// Evaluations that the new file repeats whenever it is loaded.
constexpr size_t ExampleCount = 8;

struct ConvertOptions {
  std::string File, Task, Decision, Output;
};

/// What plugins of each task ask for.
struct TaskDecision {
  const char *Task, *Decision;
};
constexpr TaskDecision TaskDecisions[] = {{"inline-oz", "inlining_decision"},
                                          {"regalloc-evict", "index_to_evict"}};

/// Makes the output \p Name the answer.
Status chooseDecision(Model &M, const std::string &Name) {
  auto &Outputs = std::get<Graph>(M.Policy).Outputs;
  for (size_t I = 0; I < M.ExtraOutputs.size(); ++I)
    if (M.ExtraOutputs[I].name() == Name) {
      std::swap(M.ExtraOutputs[I], M.Output);
      std::swap(Outputs[I + 1], Outputs[0]);
    }
  if (M.Output.name() == Name)
    return Success();
  std::string Found = M.Output.name();
  for (const TensorSpec &Spec : M.ExtraOutputs)
    Found += ", " + Spec.name();
  return Error("model has no output '" + Name + "', found: " + Found);
}

Status convert(Model &M, const ConvertOptions &Options) {
  if (!M.isGraph())
    return Error("is a model file of mlgo already");
  if (!Options.Decision.empty())
    MLGO_TRY(chooseDecision(M, Options.Decision));
  for (const TaskDecision &Known : TaskDecisions)
    if (Options.Task == Known.Task)
      adoptGraph(M, Known.Task,
                 TensorSpec::createSpec<int64_t>(Known.Decision, {1}));
  if (!Options.Task.empty())
    M.Task = Options.Task;
  return recordExamples(M, ExampleCount);
}

void runConvert(const ConvertOptions &Options) {
  Model M = orFail(loadModel(Options.File));
  orFail(convert(M, Options).in(Options.File));
  orFail(saveModel(M, Options.Output));
}

} // namespace

void addModelConvertCommand(CLI::App &ModelCommand) {
  CLI::App *Convert = ModelCommand.add_subcommand(
      "convert", "Write a .tflite file as a model file, with recorded "
                 "evaluations that are repeated whenever it is loaded");
  Convert->footer("Example:\n  mlgo model convert model.tflite policy.mlgo "
                  "--task inline-oz");
  auto Options = std::make_shared<ConvertOptions>();
  Convert->add_option("file", Options->File, "A .tflite file")->required();
  Convert->add_option("output", Options->Output, "Model file to write")
      ->required();
  Convert->add_option("--task", Options->Task,
                      "What the model decides: inline-oz, regalloc-evict");
  Convert->add_option("--decision", Options->Decision,
                      "Name of the output that is the answer");
  Convert->callback([Options] { runConvert(*Options); });
}

} // namespace mlgo
