//===- ReleaseModeModelRunnerTest.cpp -----------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/runner/ReleaseModeModelRunner.h"

#include "FakeModel.h"

#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

TensorSpec scalar(const char *Name) {
  return TensorSpec::createSpec<int64_t>(Name, {1});
}

template <typename Model>
std::string creationError(std::vector<TensorSpec> Inputs,
                          const std::string &Decision = "sum",
                          const ReleaseModeOptions &Options = {}) {
  auto Runner = ReleaseModeModelRunner<Model>::create(std::move(Inputs),
                                                      Decision, Options);
  return Runner ? "no error" : Runner.error().message();
}

} // namespace

TEST_CASE("ReleaseModeModelRunner: normal use") {
  auto Runner = ReleaseModeModelRunner<AddingModel>::create(
      {scalar("a"), scalar("b")}, "sum");
  REQUIRE(Runner);
  *(*Runner)->getTensor<int64_t>(0) = 1;
  *(*Runner)->getTensor<int64_t>(1) = 2;
  CHECK((*Runner)->evaluate<int64_t>() == 3);
  CHECK((*Runner)->getKind() == MLModelRunner::Kind::Release);
  CHECK(*(*Runner)->getTensor<int64_t>(0) == 1);
  CHECK(*(*Runner)->getTensor<int64_t>(1) == 2);
}

TEST_CASE("ReleaseModeModelRunner: unknown inputs may stand anywhere") {
  auto Runner = ReleaseModeModelRunner<AddingModel>::create(
      {scalar("x"), scalar("b"), TensorSpec::createSpec<float>("y", {3}),
       scalar("a")},
      "sum");
  REQUIRE(Runner);
  *(*Runner)->getTensor<int64_t>(0) = 100;
  *(*Runner)->getTensor<int64_t>(1) = 2;
  (*Runner)->getTensor<float>(2)[2] = 7;
  *(*Runner)->getTensor<int64_t>(3) = 5;
  CHECK((*Runner)->evaluate<int64_t>() == 7);
  CHECK(*(*Runner)->getTensor<int64_t>(0) == 100);
  CHECK((*Runner)->getTensor<float>(2)[2] == 7);
}

TEST_CASE("ReleaseModeModelRunner: buffers keep their addresses") {
  auto Runner = ReleaseModeModelRunner<AddingModel>::create(
      {scalar("a"), scalar("b"), scalar("x")}, "sum");
  REQUIRE(Runner);
  void *Before[3];
  for (int I = 0; I < 3; ++I)
    Before[I] = (*Runner)->getTensorUntyped(I);
  for (int I = 0; I < 10; ++I)
    (*Runner)->evaluate<int64_t>();
  for (int I = 0; I < 3; ++I)
    CHECK((*Runner)->getTensorUntyped(I) == Before[I]);
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
