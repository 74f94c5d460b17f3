//===- EvictionPolicy.cpp - An eviction policy from a model file ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionPolicy.h"

#include "EvictionInputs.h"

#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/model/TFLiteImport.h"
#include "mlgo/runner/InteractiveModelRunner.h"
#include "mlgo/runner/ModelUnderTrainingRunner.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"

#include <mutex>

namespace mlgo {
namespace {

constexpr const char *Task = "regalloc-evict";

/// The columns that \p M was made for.
size_t countColumns(const Model &M) {
  const std::string Mask = getEvictionInputs()[EvictionInput::Mask].name();
  for (const TensorSpec &Input : M.Inputs)
    if (Input.name() == Mask && Input.getElementCount() > 1)
      return Input.getElementCount();
  return StockColumns;
}

} // namespace

Result<EvictionPolicy> loadEvictionPolicy(const std::string &Path) {
  return createEvictionPolicy(loadModel(Path), Path);
}

Result<EvictionPolicy> createEvictionPolicy(Result<Model> M,
                                            const std::string &Where) {
  if (!M)
    return M.error();
  adoptGraph(*M, Task, getEvictionOutput());
  if (M->Task != Task)
    return Error(Where + ": task is '" + M->Task + "', expected '" + Task +
                 "'");
  const TensorSpec Output = getEvictionOutput();
  if (M->Output != Output)
    return Error(Where + ": output is " + toJSON(M->Output) + ", expected " +
                 toJSON(Output));
  auto Inputs = getEvictionInputs(countColumns(*M));
  EvictionPolicy Policy;
  for (const TensorSpec &Needed : M->Inputs)
    for (size_t I = EvictionInput::NumLLVM; I < Inputs.size(); ++I)
      Policy.NeedsStockColumn |= Needed.name() == Inputs[I].name();
  auto Evaluator = LoadedModel::create(std::move(*M));
  if (!Evaluator)
    return Evaluator.error().in(Where);
  auto Runner = ReleaseModeModelRunner<LoadedModel>::create(
      std::move(Inputs), Output.name(), {}, std::move(*Evaluator));
  if (!Runner)
    return Runner.error().in(Where);
  Policy.Runner = std::move(*Runner);
  return Policy;
}

Result<EvictionPolicy> loadModelUnderTraining(const std::string &Path) {
  ModelUnderTrainingOptions Options;
  Options.Task = Task;
  EvictionPolicy Policy;
  auto Runner =
      ModelUnderTrainingRunner::create(getEvictionInputs(StockColumns, false),
                                       getEvictionOutput(), Path, Options);
  if (!Runner) {
    Runner = ModelUnderTrainingRunner::create(
        getEvictionInputs(), getEvictionOutput(), Path, Options);
    Policy.NeedsStockColumn = true;
  }
  if (!Runner)
    return Runner.error();
  Policy.Runner = std::move(*Runner);
  return Policy;
}

Result<EvictionPolicy> meetEvictionHost(const std::string &Channel,
                                        unsigned DeadlineSeconds) {
  if (Channel.empty())
    return Error("interactive mode: found no channel, expected the path before "
                 "its .in and .out");
  static std::mutex InUse;
  InUse.lock();
  InteractiveHostAddress Host = InteractiveHostAddress::at(Channel);
  Host.Lease = std::shared_ptr<void>(nullptr, [](void *) { InUse.unlock(); });
  Host.DeadlineSeconds = DeadlineSeconds;
  Host.AdviceBound = StockColumns;
  auto Runner =
      InteractiveModelRunner::create(getEvictionInputs(StockColumns, false),
                                     getEvictionOutput(), std::move(Host));
  if (!Runner)
    return Runner.error();
  EvictionPolicy Policy;
  Policy.Runner = std::move(*Runner);
  return Policy;
}

} // namespace mlgo
