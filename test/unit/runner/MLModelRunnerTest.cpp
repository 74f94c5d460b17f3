// Tests of MLModelRunner
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/MLModelRunner.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Answers with the number of times that its context was switched.
class CountingRunner final : public MLModelRunner {
public:
  CountingRunner()
      : MLModelRunner(Kind::Development,
                      {TensorSpec::createSpec<double>("x", {2})}) {
    setUpBufferForTensor(0, Outside);
  }
  void switchContext(std::string_view Name) override {
    Answer += !Name.empty();
  }
  double Outside[2] = {1, 2};

private:
  const void *evaluateUntyped() override { return &Answer; }
  int32_t Answer = 0;
};

} // namespace

TEST_CASE("MLModelRunner: a derived runner may bring its own buffers") {
  CountingRunner Runner;
  CHECK(Runner.getTensorUntyped(0) == Runner.Outside);
  CHECK(Runner.getTensor<double>(0)[1] == 2);
}

TEST_CASE("MLModelRunner: contexts reach the runner") {
  CountingRunner Runner;
  MLModelRunner &Base = Runner;
  Base.switchContext("f");
  Base.switchContext("g");
  CHECK(Base.evaluate<int32_t>() == 2);
  CHECK_FALSE(Base.hasAbstained());
}
