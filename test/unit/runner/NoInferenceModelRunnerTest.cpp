// Tests of NoInferenceModelRunner
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/NoInferenceModelRunner.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("NoInferenceModelRunner: holds tensors of every size, zeroed") {
  NoInferenceModelRunner Runner({TensorSpec::createSpec<int64_t>("a", {1}),
                                 TensorSpec::createSpec<uint8_t>("b", {2, 3}),
                                 TensorSpec::createSpec<float>("c", {0})});
  CHECK(NoInferenceModelRunner::classof(&Runner));
  CHECK(*Runner.getTensor<int64_t>(0) == 0);
  for (int I = 0; I < 6; ++I)
    CHECK(Runner.getTensor<uint8_t>(1)[I] == 0);
  Runner.getTensor<uint8_t>(1)[5] = 9;
  CHECK(static_cast<uint8_t *>(Runner.getTensorUntyped(1))[5] == 9);
  CHECK(Runner.inputs()[2].getTotalTensorBufferSize() == 0);
}
