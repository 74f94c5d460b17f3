// Tests of the start of training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorityStart.h"
#include "PriorityInputs.h"
#include "PriorityPolicy.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/support/Random.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Asks as the advisor does; the other inputs are arbitrary.
int64_t ask(MLModelRunner &Runner, int64_t Stock, Random &R) {
  for (size_t I = 0; I < PriorityInput::NumAll; ++I)
    if (I == PriorityInput::Weight)
      *Runner.getTensor<float>(I) = static_cast<float>(R.below(100));
    else
      *Runner.getTensor<int64_t>(I) = static_cast<int64_t>(R.below(100));
  *Runner.getTensor<int64_t>(PriorityInput::StockPriority) = Stock;
  *Runner.getTensor<int64_t>(PriorityInput::StockRank) = Stock & 0xffffff;
  return Runner.evaluate<int64_t>();
}

} // namespace

TEST_CASE("Training starts with the stock advisor's order", "[priority]") {
  auto Runner = createPolicyRunner(getPriorityPolicySpec(true),
                                   makePriorityStart(), "start");
  REQUIRE(Runner);
  Random R(3);
  const int64_t Levels[] = {0, 1LL << 31, 5LL << 29, 3LL << 30, 7LL << 29};
  for (int I = 0; I < 10000; ++I) {
    auto Draw = [&] {
      const uint64_t Most = R.below(2) ? 1 << 24 : 1 << R.below(24);
      return Levels[R.below(5)] + static_cast<int64_t>(R.below(Most));
    };
    const int64_t First = Draw(), Second = Draw();
    const int64_t A = ask(**Runner, First, R), B = ask(**Runner, Second, R);
    INFO(First << " and " << Second << " become " << A << " and " << B);
    REQUIRE((First < Second) == (A < B));
    REQUIRE((A >= 0 && A <= UINT32_MAX));
  }
}

TEST_CASE("Runners have what a policy reads", "[priority]") {
  const PolicySpec Spec = getPriorityPolicySpec(true);
  const Model Start = makePriorityStart();
  CHECK(answersExactly(Start));
  CHECK(Spec.Inputs(RunnerMode::Release, &Start).size() ==
        PriorityInput::NumAll);
  Model Stock = Start;
  Stock.Inputs = getPriorityInputs(false);
  CHECK(Spec.Inputs(RunnerMode::Release, &Stock) == Stock.Inputs);
  Stock.Output = getPriorityOutput();
  CHECK_FALSE(answersExactly(Stock));
}
