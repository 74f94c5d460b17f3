// Tests of TransformFitter
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/TransformFitter.h"
#include "SyntheticData.h"
#include "mlgo/learn/PolicyScore.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

using KindType = InputTransform::KindType;

std::vector<InputTransform> ofInput(const std::vector<InputTransform> &All,
                                    uint32_t Input) {
  std::vector<InputTransform> Found;
  for (const InputTransform &T : All)
    if (T.Input == Input)
      Found.push_back(T);
  return Found;
}

} // namespace

TEST_CASE("TransformFitter: a step lies exactly where the answer changes") {
  const Dataset Data = makeTable(500);
  const TrainingSet Set =
      makeSet(Data, [](const int32_t *Row) { return Row[1] >= 23; });
  // The smallest value that occurs on the upper side.
  int32_t Edge = 100;
  for (uint32_t Row = 0; Row < Data.size(); ++Row)
    if (Data.row(Row)[1] >= 23)
      Edge = std::min(Edge, Data.row(Row)[1]);
  TransformOptions Options;
  Options.MinGain = 0.1;
  const auto Transforms = fitTransforms(Set, Options);
  const auto B = ofInput(Transforms, 1);
  // Stairs, one step, ramp and logarithm.
  REQUIRE(B.size() == 4);
  CHECK(B[1].Kind == KindType::Quantile);
  CHECK(B[1].Edges == std::vector<int64_t>{Edge});
  CHECK(B[2].Kind == KindType::ScaleClamp);
  CHECK(B[3].Kind == KindType::Log2);
  // The other inputs tell nothing.
  CHECK(ofInput(Transforms, 0).size() == 3);
}

TEST_CASE("TransformFitter: stairs divide the rows evenly") {
  const Dataset Data = makeTable(5000);
  TransformOptions Options;
  Options.Quantiles = 3;
  const auto Transforms = fitTransforms(makeSet(Data, isMixed), Options);
  const InputTransform Stairs = ofInput(Transforms, 2)[0];
  REQUIRE(Stairs.Edges.size() == 3);
  CHECK(Stairs.Scale == Approx(1. / 3));
  CHECK(std::abs(Stairs.Edges[0] + 50) < 5);
  CHECK(std::abs(Stairs.Edges[1]) < 5);
  CHECK(std::abs(Stairs.Edges[2] - 50) < 5);
}

TEST_CASE("TransformFitter: constants vanish, flags are one step") {
  Dataset Data = makeTable(100);
  for (size_t I = 0; I < Data.size(); ++I)
    Data.Values[I * 4] = 7;
  const auto Transforms = fitTransforms(makeSet(Data, isMixed), {});
  CHECK(ofInput(Transforms, 0).empty());
  const auto Flag = ofInput(Transforms, 3);
  REQUIRE(Flag.size() == 1);
  CHECK(Flag[0].Edges == std::vector<int64_t>{1});
  CHECK(Flag[0].Scale == 1);
}

TEST_CASE("TransformFitter: results are small") {
  Dataset Data = makeTable(1000);
  for (size_t I = 0; I < Data.size(); ++I) {
    Data.Values[I * 4] *= 20000000;
    Data.Values[I * 4 + 1] = I % 50 ? 3 : INT32_MAX;
  }
  const TrainingSet Set = makeSet(Data, isMixed);
  const auto Transforms = fitTransforms(Set, {});
  std::vector<float> Values(Transforms.size());
  for (uint32_t Row = 0; Row < Data.size(); ++Row) {
    transformInputs(Transforms, Data, Set.Inputs, Row, Values.data());
    for (float Value : Values)
      CHECK((Value >= -4 && Value <= 4));
  }
}
