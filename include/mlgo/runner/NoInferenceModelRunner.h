// Buffers without a model
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/MLModelRunner.h"

namespace mlgo {
/// A runner that only holds the inputs, for when the heuristic decides and its
/// inputs are logged. Calling evaluate() is a programming error.
class NoInferenceModelRunner final : public MLModelRunner {
public:
  explicit NoInferenceModelRunner(std::vector<TensorSpec> Inputs)
      : MLModelRunner(Kind::NoOp, std::move(Inputs)) {
    for (size_t I = 0; I < inputs().size(); ++I)
      setUpBufferForTensor(I, nullptr);
  }

  static bool classof(const MLModelRunner *R) {
    return R->getKind() == Kind::NoOp;
  }

private:
  const void *evaluateUntyped() override {
    assert(false && "a NoInferenceModelRunner has no model to evaluate");
    return nullptr;
  }
};
} // namespace mlgo
