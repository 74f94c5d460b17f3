// Native sizes by LLVM's learned estimator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR2NativeEstimator.h"
#include "IR2NativeFeatures.h"
#include "compile/ModulePipeline.h"
#include "mlgo/model/ModelFile.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <cstring>

using namespace llvm;

namespace mlgo {
Result<std::unique_ptr<IR2NativeEstimator>>
IR2NativeEstimator::create(const std::string &ModelPath) {
  auto M = MLGO_TRY(loadModel(ModelPath));
  if (M.Inputs.size() != 1 || M.Inputs[0].type() != TensorType::Int32 ||
      M.Inputs[0].getElementCount() != IR2NativeFeatureCount ||
      M.Output.type() != TensorType::Float)
    return mlgo::Error(ModelPath + ": first of " +
                       std::to_string(M.Inputs.size()) + " inputs is " +
                       toJSON(M.Inputs[0]) + ", output is " + toJSON(M.Output) +
                       ", expected one int32_t[1," +
                       std::to_string(IR2NativeFeatureCount) + "] and a float");
  auto Evaluator = MLGO_TRY(LoadedModel::create(std::move(M)).in(ModelPath));
  return std::unique_ptr<IR2NativeEstimator>(
      new IR2NativeEstimator(std::move(Evaluator)));
}

IR2NativeEstimator::IR2NativeEstimator(LoadedModel TheModel)
    : Model(std::move(TheModel)) {}

IR2NativeEstimator::~IR2NativeEstimator() = default;

std::optional<int64_t> IR2NativeEstimator::getNativeSize(Function &F) {
  const Module &M = *F.getParent();
  if (std::string Wanted = llvm::Triple(M.getTargetTriple()).str();
      !Machine || Wanted != Triple) {
    auto Made = createTargetMachine(M);
    if (!Made)
      return std::nullopt;
    Machine = std::move(*Made);
    Triple = std::move(Wanted);
  }
  TargetTransformInfo TTI = Machine->getTargetTransformInfo(F);
  const IR2NativeFeatures Features = extractIR2NativeFeatures(F, TTI);
  std::memcpy(Model.arg_data(0), Features.data(), sizeof(Features));
  Model.Run();
  const float Size = *static_cast<const float *>(Model.result_data(0));
  return Size > 0 ? static_cast<int64_t>(Size) : 0;
}
} // namespace mlgo
