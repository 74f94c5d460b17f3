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
#include "mlgo/runner/ReleaseModeModelRunner.h"

#include <algorithm>

namespace mlgo {
namespace {

constexpr const char *Task = "regalloc-evict";

} // namespace

Result<EvictionPolicy> loadEvictionPolicy(const std::string &Path) {
  return createEvictionPolicy(loadModel(Path), Path);
}

Result<EvictionPolicy> createEvictionPolicy(Result<Model> M,
                                            const std::string &Where) {
  if (!M)
    return M.error();
  if (M->Task != Task)
    return Error(Where + ": task is '" + M->Task + "', expected '" + Task +
                 "'");
  const TensorSpec Output = getEvictionOutput();
  if (M->Output != Output)
    return Error(Where + ": output is " + toJSON(M->Output) + ", expected " +
                 toJSON(Output));
  if (M->Decision != DecisionKind::MaskedArgmax)
    return Error(Where + ": the model decides once for all columns, expected "
                         "one that scores each column");
  auto Inputs = getEvictionInputs(M->columns());
  const std::string &IsStock = Inputs[EvictionInput::IsStock].name();
  EvictionPolicy Policy;
  Policy.NeedsStockColumn =
      std::any_of(M->Inputs.begin(), M->Inputs.end(),
                  [&](const TensorSpec &I) { return I.name() == IsStock; });
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

} // namespace mlgo
