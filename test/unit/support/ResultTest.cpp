// Tests of Result
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/Result.h"
#include <catch2/catch.hpp>
#include <memory>

using namespace mlgo;

namespace {
Result<std::unique_ptr<int>> half(int X) {
  if (X % 2)
    return Error("number is " + std::to_string(X) + ", expected an even one");
  return std::make_unique<int>(X / 2);
}
} // namespace

TEST_CASE("Result: holds a value, also one that only moves") {
  auto Good = half(8);
  REQUIRE(Good);
  CHECK(**Good == 4);
  std::unique_ptr<int> Taken = std::move(*Good);
  CHECK(*Taken == 4);
}

TEST_CASE("Result: holds an error, and where it happened") {
  auto Bad = half(7);
  REQUIRE_FALSE(Bad);
  CHECK(Bad.error().message() == "number is 7, expected an even one");
  CHECK(Bad.error().in("file").message() ==
        "file: number is 7, expected an even one");
}

TEST_CASE("Result: a status has no value") {
  CHECK(Status(Success()));
  CHECK_FALSE(Status(Error("no")));
}
