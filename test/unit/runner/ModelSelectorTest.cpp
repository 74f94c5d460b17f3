// Tests of ModelSelector
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/ModelSelector.h"
#include "FakeModel.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

using Selector = ModelSelector<DescribedModel<1>, DescribedModel<-1>>;
using Runner = ReleaseModeModelRunner<Selector>;

Result<std::unique_ptr<Runner>> createRunner(const std::string &Name) {
  ReleaseModeOptions Options;
  Options.ModelSelector = Name;
  return Runner::create({TensorSpec::createSpec<int64_t>("a", {1}),
                         TensorSpec::createSpec<int64_t>("b", {1})},
                        "sum", Options, Selector({"adds", "subtracts"}));
}

int64_t evaluate(Runner &R, int64_t A, int64_t B) {
  *R.getTensor<int64_t>(0) = A;
  *R.getTensor<int64_t>(1) = B;
  return R.evaluate<int64_t>();
}

} // namespace

TEST_CASE("ModelSelector: runs the model that is named") {
  auto Adds = createRunner("adds");
  auto Subtracts = createRunner("subtracts");
  REQUIRE(Adds);
  REQUIRE(Subtracts);
  CHECK(evaluate(**Adds, 10, 3) == 13);
  CHECK(evaluate(**Subtracts, 10, 3) == 7);
  CHECK_FALSE((*Adds)->hasAbstained());
  CHECK(*(*Subtracts)->getTensor<int64_t>(1) == 3);
}

TEST_CASE("ModelSelector: an unknown name answers 0 and abstains") {
  auto R = createRunner("divides");
  REQUIRE(R);
  CHECK(evaluate(**R, 10, 3) == 0);
  CHECK((*R)->hasAbstained());
}

TEST_CASE("ModelSelector: a name must be given") {
  auto R = createRunner("");
  REQUIRE_FALSE(R);
  CHECK(R.error().message().find("requires selecting one") !=
        std::string::npos);
}
