// Native sizes by LLVM's learned estimator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "SizeEstimator.h"
#include "mlgo/model/LoadedModel.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlgo {
/// Asks a model of LLVM's kind, which sees IR2NativeFeatures. Fast, and wrong
/// by about as much as IR says too little: bench/NativeSizeBench.cpp measures.
class IR2NativeEstimator final : public SizeEstimator {
public:
  /// Fails unless the file \p ModelPath, a .tflite or a model file, holds a
  /// model with one input int32_t[1,214] and a float as its first output.
  static Result<std::unique_ptr<IR2NativeEstimator>>
  create(const std::string &ModelPath);
  ~IR2NativeEstimator() override;

  /// The estimate, not less than 0; nothing for a target that is not built in.
  std::optional<int64_t> getNativeSize(llvm::Function &F) override;

private:
  explicit IR2NativeEstimator(LoadedModel TheModel);

  LoadedModel Model;
  /// For the last function's target.
  std::unique_ptr<llvm::TargetMachine> Machine;
  std::string Triple;
};
} // namespace mlgo
