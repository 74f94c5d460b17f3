// Tests of the task of inlining
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineAdvisor.h"
#include "InlineFeatures.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/ModelRunnerAdapter.h"
#include "task/Task.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("The task of inlining has the inputs of LLVM and the advisor",
          "[inline]") {
  const Task &T = **findTask("inline");
  CHECK(T.policy().Inputs(RunnerMode::Interactive, nullptr) ==
        getInlinePolicyInputs());
  const auto LLVMs = convertSpecs<TensorSpec>(compat::getInlineFeatures());
  REQUIRE(T.Inputs.size() == LLVMs.size() + NumInlineFeatures);
  for (size_t I = 0; I < T.Inputs.size(); ++I) {
    INFO(T.Inputs[I].Spec.name());
    CHECK(T.Inputs[I].IsLLVMs == (I < LLVMs.size()));
    if (I < LLVMs.size())
      CHECK(T.Inputs[I].Spec == LLVMs[I]);
  }
}
