// Tests of ReleaseModeModelRunner
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/ReleaseModeModelRunner.h"
#include "FakeModel.h"
#include "RunnerContract.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

template <typename Model>
std::string creationError(std::vector<TensorSpec> Inputs,
                          const std::string &Decision = "sum",
                          const ReleaseModeOptions &Options = {}) {
  auto Runner = ReleaseModeModelRunner<Model>::create(std::move(Inputs),
                                                      Decision, Options);
  return Runner ? "no error" : Runner.error().message();
}

} // namespace

TEST_CASE("ReleaseModeModelRunner: keeps what runners promise") {
  auto Sum = [](int64_t A, int64_t B) { return A + B; };
  checkRunnerContract(asMakeRunner([](std::vector<TensorSpec> Inputs) {
                        return ReleaseModeModelRunner<AddingModel>::create(
                            std::move(Inputs), "sum");
                      }),
                      Sum);
  checkRunnerContract(
      asMakeRunner([](std::vector<TensorSpec> Inputs) {
        return ReleaseModeModelRunner<DescribedModel<1>>::create(
            std::move(Inputs), "sum");
      }),
      Sum);
  auto Runner = ReleaseModeModelRunner<AddingModel>::create(
      {scalar("a"), scalar("b")}, "sum");
  REQUIRE(Runner);
  CHECK((*Runner)->getKind() == MLModelRunner::Kind::Release);
}

TEST_CASE("ReleaseModeModelRunner: what the model needs must be there") {
  CHECK(creationError<DescribedModel<1>>({scalar("a"), scalar("c")}) ==
        "model needs input 'b', which is not among the 2 inputs given");
  CHECK(creationError<DescribedModel<1>>(
            {scalar("a"), TensorSpec::createSpec<int32_t>("b", {1})}) ==
        "input 'b' is int32_t[1], model expects int64_t[1]");
  CHECK(creationError<DescribedModel<1>>(
            {scalar("a"), TensorSpec::createSpec<int64_t>("b", {2})}) ==
        "input 'b' is int64_t[2], model expects int64_t[1]");
  CHECK(creationError<AddingModel>({scalar("a"), scalar("b")}, "product") ==
        "model has no output 'fetch_product'");
}

TEST_CASE("ReleaseModeModelRunner: a selector needs a model that selects") {
  ReleaseModeOptions Options;
  Options.ModelSelector = "M1";
  CHECK(creationError<AddingModel>({scalar("a"), scalar("b")}, "sum", Options)
            .find("does not expose a model_selector input") !=
        std::string::npos);
}
