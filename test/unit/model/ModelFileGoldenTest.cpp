// Files of every version can be read
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// test/inputs/golden-*.mlgo were written once, by the code of their version,
// and are never written again: what shipped must stay readable.

#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/model/OrderedValue.h"
#include <catch2/catch.hpp>
#include <cstring>

using namespace mlgo;

namespace {

const std::string Folder = std::string(MLGO_TEST_INPUTS) + "/";

/// Adds the evaluation of (Size, Weight, Stock) as an example.
void addExample(Model &M, int64_t Size, float Weight, int64_t Stock,
                int64_t Output) {
  ModelExample E;
  E.Inputs.resize(20);
  std::memcpy(&E.Inputs[0], &Size, 8);
  std::memcpy(&E.Inputs[8], &Weight, 4);
  std::memcpy(&E.Inputs[12], &Stock, 8);
  E.Output = Output;
  M.Examples.push_back(std::move(E));
}

Model commonParts() {
  Model M;
  M.Task = "golden";
  M.Inputs = {TensorSpec::createSpec<int64_t>("size", {1}),
              TensorSpec::createSpec<float>("weight", {1}),
              TensorSpec::createSpec<int64_t>("stock", {1})};
  M.Provenance = {{"corpus", "none"}, {"seed", "7"}};
  return M;
}

/// Corrects the stock decision of sizes up to 1000 and weights in [-1, 1].
Model goldenTrees() {
  Model M = commonParts();
  M.Decision = DecisionKind::FlipDefault;
  M.DefaultInput = 2;
  M.Ranges = {{0, 1000}, {orderedValue(-1.0f), orderedValue(1.0f)}, {}};
  TreeEnsemble E;
  E.Base = -5;
  E.Trees = {{{0, 10, 1, 2, 0},
              {-1, 0, 0, 0, 20},
              {1, orderedValue(0.5f), 3, 4, 0},
              {-1, 0, 0, 0, -30},
              {-1, 0, 0, 0, 4}},
             {{-1, 0, 0, 0, 2}}};
  M.Policy = E;
  addExample(M, 9, 0, 1, 0);      // 20 + 2 - 5 > 0: flipped.
  addExample(M, 10, 0.5f, 0, 1);  // 4 + 2 - 5 > 0: flipped.
  addExample(M, 10, 0.25f, 0, 0); // -30 + 2 - 5: kept.
  addExample(M, 1001, 0, 1, 1);   // Out of range.
  return M;
}

/// All three transforms, a hidden layer and three answers.
Model goldenNetwork() {
  Model M = commonParts();
  Network N;
  N.Transforms.resize(3);
  N.Transforms[0].Kind = InputTransform::KindType::Quantile;
  N.Transforms[0].Edges = {-3, 0, 16};
  N.Transforms[1].Kind = InputTransform::KindType::ScaleClamp;
  N.Transforms[1].Input = 1;
  N.Transforms[1].Scale = 0.5f;
  N.Transforms[1].Low = -2;
  N.Transforms[1].High = 2;
  N.Transforms[2].Kind = InputTransform::KindType::Log2;
  N.Transforms[2].Input = 2;
  N.Transforms[2].Scale = 0.25f;
  N.Layers = {{3, 2, true, {1, -1, 2, 0, 0, 4}, {0, 0.5f}},
              {2, 3, false, {1, 0, -1, 0, 1, 0}, {0, 1, 1.5f}}};
  M.Policy = N;
  addExample(M, -4, -9, 0, 1); // Hidden 0, 0.5; logits 0, 1.5, 1.5.
  addExample(M, 0, 1, 0, 0);   // Hidden 3, 0; logits 3, 1, -1.5.
  addExample(M, -4, 0, 1, 1);  // Hidden 0, 1.5; logits 0, 2.5, 1.5.
  return M;
}

} // namespace

TEST_CASE("ModelFileGolden: files of version 1 are read") {
  const std::pair<const char *, Model> Files[] = {
      {"golden-v1-trees.mlgo", goldenTrees()},
      {"golden-v1-network.mlgo", goldenNetwork()}};
  for (const auto &[Name, Expected] : Files) {
    auto M = loadModel(Folder + Name);
    INFO((M ? "" : M.error().message()));
    REQUIRE(M);
    // Compared as today's bytes, which a later version may write differently.
    CHECK(serializeModel(*M) == serializeModel(Expected));
  }
}
