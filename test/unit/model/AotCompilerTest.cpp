// Tests of AotCompiler
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/AotCompiler.h"
#include "RandomModel.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

using namespace mlgo;

namespace {

Model smallModel(bool IsNetwork) {
  RandomModelShape Shape;
  Shape.IsNetwork = IsNetwork;
  return randomModel(7, Shape);
}

std::string compile(const Model &M, const std::string &ClassName = "Policy") {
  Result<std::string> Text = compileModelToHeader(M, ClassName);
  REQUIRE(Text);
  return *Text;
}

std::string errorOf(const Model &M, const std::string &ClassName) {
  Result<std::string> Text = compileModelToHeader(M, ClassName);
  REQUIRE_FALSE(Text);
  return Text.error().message();
}

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

} // namespace

TEST_CASE("The same model gives the same header", "[model]") {
  for (const RandomModelShape &Shape : randomModelShapes())
    CHECK(compile(randomModel(3, Shape)) == compile(randomModel(3, Shape)));
}

TEST_CASE("Headers of classes differ only in the name", "[model]") {
  std::string Text = compile(smallModel(false), "Aaaaa");
  for (size_t At; (At = Text.find("Aaaaa")) != std::string::npos;)
    Text.replace(At, 5, "Bbbbb");
  CHECK(Text == compile(smallModel(false), "Bbbbb"));
}

TEST_CASE("Headers include nothing but what the kind needs", "[model]") {
  const std::string Trees = compile(smallModel(false));
  CHECK(std::count(Trees.begin(), Trees.end(), '#') == 4);
  CHECK(contains(Trees, "#include \"mlgo/model/AotTreeMasks.h\"\n"));
  const std::string Network = compile(smallModel(true));
  CHECK(std::count(Network.begin(), Network.end(), '#') == 5);
  CHECK(contains(Network, "#include \"mlgo/model/AotNetwork.h\"\n"));
  CHECK(contains(Network, "#include \"mlgo/model/FastestDense.h\"\n"));
}

TEST_CASE("A layer of one vector needs no kernels", "[model]") {
  Model M = smallModel(true);
  auto &N = std::get<Network>(M.Policy);
  DenseLayer Linear;
  Linear.In = static_cast<uint32_t>(N.Transforms.size());
  Linear.Out = N.Layers.back().Out;
  Linear.Weights.resize(Linear.In * Linear.Out);
  Linear.Biases.resize(Linear.Out);
  N.Layers = {Linear};
  const std::string Text = compile(M);
  CHECK(contains(Text, "#include \"mlgo/model/PlainDense.h\"\n"));
  CHECK(contains(Text, "denseFunction() { return mlgo::plainDense; }"));
  CHECK_FALSE(contains(Text, "FastestDense"));
}

TEST_CASE("Weights are written exactly", "[model]") {
  Model M = smallModel(true);
  auto &Layer = std::get<Network>(M.Policy).Layers[0];
  Layer.Weights[0] = 0.1f;
  Layer.Weights[1] = -0.0f;
  Layer.Weights[2] = std::numeric_limits<float>::denorm_min();
  CHECK(contains(compile(M), "{\n    0x1.99999ap-4f, -0.0f, 0x1p-149f,"));
}

TEST_CASE("Trees are walked where masks cannot hold them", "[model]") {
  Model M = smallModel(false);
  auto &Trees = std::get<TreeEnsemble>(M.Policy).Trees;
  CHECK(contains(compile(M), "TreeMaskNode<Mask> Nodes"));
  CHECK(contains(compile(M), "Mask = uint16_t;"));
  const auto Grow = [&](size_t Leaves) {
    Random R(1);
    Trees[0] = randomTree(M, Leaves, R);
  };
  Grow(17);
  CHECK(contains(compile(M), "Mask = uint32_t;"));
  Grow(64);
  CHECK(contains(compile(M), "Mask = uint64_t;"));
  Grow(65);
  CHECK(contains(compile(M), "AotSmallNode Nodes"));
  CHECK(contains(compile(M), "#include \"mlgo/model/AotTrees.h\"\n"));
  Grow(8);
  Trees[0][0].Threshold = int64_t(1) << 31;
  CHECK(contains(compile(M), "AotLargeNode Nodes"));
  Trees[0][0].Threshold = INT64_MIN;
  CHECK(contains(compile(M), "{INT64_MIN, "));
  Trees = {Trees[0], {TreeNode()}};
  Trees.erase(Trees.begin());
  CHECK(contains(compile(M), "AotSmallNode Nodes"));
}

TEST_CASE("Names of inputs do not become trigraphs", "[model]") {
  Model M = smallModel(false);
  M.Inputs[0] = TensorSpec("a?"
                           "?/b",
                           M.Inputs[0]);
  CHECK(contains(compile(M), R"({"a\?\?/b",)"));
}

TEST_CASE("Class names must be identifiers", "[model]") {
  const Model M = smallModel(false);
  for (const char *Name : {"", "1a", "a b", "a::b", "a;", "\xc3\xa4"})
    CHECK(errorOf(M, Name) ==
          "class name is '" + std::string(Name) +
              "', expected an identifier of letters, digits and underscores");
  for (const char *Name : {"_a", "a__b", "_"})
    CHECK(errorOf(M, Name) == "class name is '" + std::string(Name) +
                                  "', expected no name that C++ reserves");
  for (const char *Name : {"class", "xor_eq", "std", "mlgo", "co_await"})
    CHECK(errorOf(M, Name) ==
          "class name is '" + std::string(Name) +
              "', expected no word that C++ or the header uses");
  CHECK(contains(compile(M, "a_1"), "class a_1\n"));
}

TEST_CASE("Invalid models are not compiled", "[model]") {
  Model M = smallModel(false);
  std::get<TreeEnsemble>(M.Policy).Trees.clear();
  CHECK(errorOf(M, "Policy") == "tree ensemble has no trees");
}
