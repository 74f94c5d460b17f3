// Tests of Model
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/Model.h"
#include "RandomModel.h"
#include <catch2/catch.hpp>
#include <functional>

using namespace mlgo;

namespace {

/// What validate() says of a model of \p Shape after \p Break.
std::string brokenBy(const RandomModelShape &Shape,
                     const std::function<void(Model &)> &Break) {
  Model M = randomModel(1, Shape);
  REQUIRE(validate(M));
  Break(M);
  Status S = validate(M);
  return S ? "no error" : S.error().message();
}

TreeEnsemble::Tree &firstTree(Model &M) {
  return std::get<TreeEnsemble>(M.Policy).Trees[0];
}

RandomModelShape networkShape() {
  RandomModelShape Shape;
  Shape.IsNetwork = true;
  return Shape;
}

} // namespace

TEST_CASE("Model: all random models are valid") {
  for (uint64_t Seed = 0; Seed < 20; ++Seed)
    for (const RandomModelShape &Shape : randomModelShapes()) {
      Status S = validate(randomModel(Seed, Shape));
      INFO((S ? "" : S.error().message()));
      REQUIRE(S);
    }
}

TEST_CASE("Model: inputs and output") {
  RandomModelShape Trees;
  CHECK(brokenBy(Trees, [](Model &M) { M.Inputs[1] = M.Inputs[0]; }) ==
        "input 'input_0' occurs twice");
  CHECK(brokenBy(Trees, [](Model &M) {
          M.Inputs[0] = TensorSpec::createSpec<int64_t>("input_0", {2});
        }) == "input 'input_0' has 2 elements, expected 1");
  CHECK(brokenBy(Trees, [](Model &M) {
          M.Output = TensorSpec::createSpec<float>("decision", {1});
        }).find("expected one integer") != std::string::npos);
  Trees.Decision = DecisionKind::MaskedArgmax;
  CHECK(brokenBy(Trees, [](Model &M) {
          M.Inputs[0] = TensorSpec::createSpec<int64_t>("input_0", {1, 6});
        }) == "input 'input_0' has 6 elements, expected 1 or 5");
  CHECK(brokenBy(Trees, [](Model &M) {
          M.Inputs[0] = TensorSpec::createSpec<int64_t>("a\"b", {1});
        }).find("has a wrong name") != std::string::npos);
  CHECK(brokenBy(Trees, [](Model &M) {
          M.MaskInput = -1;
        }).find("expected 1") != std::string::npos);
}

TEST_CASE("Model: default and ranges") {
  RandomModelShape Trees;
  Trees.HasRanges = true;
  CHECK(brokenBy(Trees, [](Model &M) { M.DefaultInput = -1; }) ==
        "default input is -1, expected 0 to 6");
  CHECK(brokenBy(Trees, [](Model &M) { M.Ranges.pop_back(); }) ==
        "model has 6 ranges, expected 7");
  CHECK(brokenBy(Trees, [](Model &M) { M.Ranges[2] = {5, 4}; }) ==
        "range of input 'input_2' is empty: 5 to 4");
}

TEST_CASE("Model: trees") {
  RandomModelShape Trees;
  CHECK(brokenBy(Trees, [](Model &M) { firstTree(M).clear(); }) ==
        "tree 0: has no nodes");
  CHECK(brokenBy(Trees, [](Model &M) { firstTree(M)[0].Left = 0; }) ==
        "tree 0: node 0: child is 0, expected 1 to 14");
  CHECK(brokenBy(Trees, [](Model &M) { firstTree(M)[0].Right = 15; }) ==
        "tree 0: node 0: child is 15, expected 1 to 14");
  CHECK(brokenBy(Trees, [](Model &M) { firstTree(M)[0].Right = 1; }) ==
        "tree 0: node 0: child 1 has another parent");
  CHECK(brokenBy(Trees, [](Model &M) { firstTree(M).push_back({}); }) ==
        "tree 0: node 15: cannot be reached");
  CHECK(brokenBy(Trees, [](Model &M) { firstTree(M)[0].Input = 6; }) ==
        "tree 0: node 0: input is 6, expected at most 5");
  CHECK(brokenBy(Trees, [](Model &M) {
          std::get<TreeEnsemble>(M.Policy).Base = INT64_MAX;
        }) == "tree ensemble's scores can overflow");
}

TEST_CASE("Model: networks") {
  const RandomModelShape Net = networkShape();
  auto Layer = [](Model &M, size_t I) -> DenseLayer & {
    return std::get<Network>(M.Policy).Layers[I];
  };
  CHECK(brokenBy(Net, [&](Model &M) { Layer(M, 1).In = 19; }) ==
        "layer 1: takes 19 values, expected 20");
  CHECK(brokenBy(Net, [&](Model &M) { Layer(M, 1).Biases.push_back(0); }) ==
        "layer 1: bias count is 8, expected 7");
  CHECK(brokenBy(Net, [&](Model &M) {
          std::get<Network>(M.Policy).Transforms[0].Input = 6;
        }) == "transform 0: input is 6, expected 0 to 5");
  CHECK(brokenBy(Net, [&](Model &M) {
          std::get<Network>(M.Policy).Transforms[0].Edges = {1, 1};
        }) == "transform 0: edge 1 is not above the one before it");
  CHECK(
      brokenBy(Net,
               [&](Model &M) {
                 M.Inputs[0] = TensorSpec::createSpec<float>("input_0", {1});
                 InputTransform &T = std::get<Network>(M.Policy).Transforms[0];
                 T = InputTransform();
                 T.Kind = InputTransform::KindType::Log2;
               }) == "transform 0: log2 of input 'input_0', which is not of an "
                     "integer type");
}
