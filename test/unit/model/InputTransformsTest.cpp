// Tests of InputTransforms
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/InputTransforms.h"
#include <catch2/catch.hpp>
#include <limits>

using namespace mlgo;

TEST_CASE("InputTransforms: quantile counts the edges at or below") {
  const int64_t Edges[] = {-5, 0, 1, 100};
  const std::pair<int64_t, int> Cases[] = {
      {INT64_MIN, 0}, {-6, 0}, {-5, 1},  {-1, 1},       {0, 2},
      {1, 3},         {99, 3}, {100, 4}, {INT64_MAX, 4}};
  for (auto [X, Count] : Cases)
    CHECK(quantileTransform(X, Edges, 4, 0.5f) == float(Count) * 0.5f);
  CHECK(quantileTransform(7, nullptr, 0, 1) == 0);
}

TEST_CASE("InputTransforms: log2 is the signed bit width") {
  CHECK(log2Transform(0, 1) == 0);
  CHECK(log2Transform(1, 1) == 1);
  CHECK(log2Transform(255, 1) == 8);
  CHECK(log2Transform(256, 1) == 9);
  CHECK(log2Transform(-4, 0.5f) == -1.5f);
  CHECK(log2Transform(INT64_MAX, 1) == 63);
  CHECK(log2Transform(INT64_MIN, 1) == -64);
}

TEST_CASE("InputTransforms: clamping survives what is no number") {
  constexpr float Infinity = std::numeric_limits<float>::infinity();
  CHECK(scaleClampTransform(5, 2, -1, 3) == 6);
  CHECK(scaleClampTransform(-Infinity, 2, -1, 3) == -2);
  CHECK(scaleClampTransform(Infinity, 2, -1, 3) == 6);
  CHECK(scaleClampTransform(std::numeric_limits<float>::quiet_NaN(), 2, -1,
                            3) == -2);
}

TEST_CASE("InputTransforms: argmax takes the first of equals") {
  const float Logits[] = {1, 3, 3, 2};
  CHECK(argmax(Logits, 4) == 1);
  CHECK(argmax(Logits, 1) == 0);
}
