// What a graph must be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/Graph.h"
#include "AllocationCounter.h"
#include "RandomGraph.h"
#include "RandomModel.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include <catch2/catch.hpp>
#include <functional>

using namespace mlgo;

namespace {

using Kind = GraphOperatorKind;

/// x [2,3] and y [3] through one operator to a tensor.
GraphMaker single(Kind K, TensorType Type, GraphMaker::Shape To,
                  std::vector<int64_t> Attributes = {}, bool IsBinary = false) {
  GraphMaker W;
  const uint32_t X = W.input(TensorType::Float, {2, 3}),
                 Y = W.input(TensorType::Float, {3});
  const uint32_t Z = W.op(K, IsBinary ? std::vector{X, Y} : std::vector{X},
                          Type, std::move(To), std::move(Attributes));
  W.G.Outputs = {Z};
  return W;
}

std::string graphError(const Graph &G) {
  Status Valid = validateGraph(G);
  return Valid ? "none" : Valid.error().message();
}

/// What validate says of the graph of all operators once \p Change was made.
std::string changedError(const std::function<void(Model &, Graph &)> &Change) {
  Model M = randomGraphModel(1);
  Change(M, std::get<Graph>(M.Policy));
  Status Valid = validate(M);
  return Valid ? "none" : Valid.error().message();
}

} // namespace

TEST_CASE("Graph: rules of operators") {
  constexpr TensorType Float = TensorType::Float;
  CHECK(graphError(single(Kind::Relu, Float, {2, 3}).G) == "none");
  CHECK(graphError(single(Kind::Relu, Float, {2, 2}).G) ==
        "operator 0 (Relu): expected the same type and size on both sides");
  CHECK(graphError(single(Kind::Floor, TensorType::Int32, {2, 3}).G) ==
        "operator 0 (Floor): expected the same type and size on both sides");
  CHECK(graphError(single(Kind::Add, Float, {2, 3}, {}, true).G) == "none");
  CHECK(graphError(single(Kind::Add, Float, {2, 4}, {}, true).G) ==
        "operator 0 (Add): expected inputs that broadcast to the output");
  CHECK(graphError(single(Kind::Add, Float, {2, 3}).G) ==
        "operator 0 (Add): has 1 inputs, expected 2");
  CHECK(graphError(single(Kind::Less, Float, {2, 3}, {}, true).G) ==
        "operator 0 (Less): expected inputs and output of types that go "
        "together");
  CHECK(graphError(single(Kind::Sum, Float, {2}, {3}).G) == "none");
  for (int64_t Row : {int64_t(0), int64_t(-3), int64_t(4), INT64_MIN})
    CHECK(graphError(single(Kind::Sum, Float, {2}, {Row}).G) ==
          "operator 0 (Sum): expected rows that divide the input");
  CHECK(graphError(single(Kind::Concatenate, Float, {2, 3}, {3}).G) ==
        "operator 0 (Concatenate): expected an axis of the output");
}

TEST_CASE("Graph: views stay inside of what they view") {
  const std::vector<int64_t> Good[] = {
      {0, 3, 1}, {5, -3, -1}, {2, 3, -1}, {4, 0, 0}};
  for (const auto &View : Good)
    CHECK(graphError(single(Kind::View, TensorType::Float, {2, 3}, View).G) ==
          "none");
  const std::vector<int64_t> Bad[] = {
      {1, 3, 1},         {-1, 3, 1},        {0, 4, 1},         {0, -3, 1},
      {0, INT64_MAX, 1}, {0, INT64_MIN, 1}, {INT64_MAX, 1, 1}, {6, 0, 0}};
  for (const auto &View : Bad)
    CHECK(graphError(single(Kind::View, TensorType::Float, {2, 3}, View).G) ==
          "operator 0 (View): expected a view that lies in its input");
}

TEST_CASE("Graph: places and limits") {
  GraphMaker W = single(Kind::Relu, TensorType::Float, {2, 3});
  Graph G = W.G;
  G.Operators[0].Inputs[0] = 99;
  CHECK(graphError(G) ==
        "operator 0 (Relu): reads tensor 99, which nothing before it makes");
  G = W.G;
  G.Operators[0].Inputs[0] = G.Operators[0].Output;
  CHECK(graphError(G) ==
        "operator 0 (Relu): reads tensor 2, which nothing before it makes");
  G = W.G;
  G.Operators[0].Output = 0;
  CHECK(graphError(G) == "operator 0 (Relu): makes tensor 0, expected one that "
                         "nothing else makes");
  G = W.G;
  G.Operators[0].Kind = Kind(200);
  CHECK(graphError(G).substr(0, 25) == "operator 0: kind is 200, ");
  G = W.G;
  G.Outputs = {7};
  CHECK(graphError(G) == "graph output is tensor 7, which nothing makes");
  G.Outputs.clear();
  CHECK(graphError(G) == "graph has 2 inputs and 0 outputs, expected at least "
                         "one of each");
  G = W.G;
  G.Inputs = {0, 0};
  CHECK(graphError(G) == "graph input is tensor 0, expected one that nothing "
                         "else makes");
  GraphMaker Large;
  Large.input(TensorType::Float, {4096, 4097});
  CHECK(graphError(Large.G).find("tensors take more than") !=
        std::string::npos);
}

TEST_CASE("Graph: models agree with their graphs") {
  CHECK(changedError([](Model &, Graph &) {}) == "none");
  CHECK(changedError([](Model &M, Graph &) { M.Inputs.pop_back(); }) ==
        "model has 2 inputs, expected 3 as its graph has");
  CHECK(changedError([](Model &M, Graph &) { M.ExtraOutputs.clear(); }) ==
        "model has 1 outputs, expected 3 as its graph has");
  CHECK(changedError([](Model &M, Graph &) {
          M.Decision = DecisionKind::Argmax;
        }) == "decision kind is 0, expected 3, as for all graphs");
  CHECK(changedError([](Model &M, Graph &) { M.MaskInput = 0; }) ==
        "a graph has a mask input, a default input or ranges, expected none");
  CHECK(changedError([](Model &M, Graph &) {
          M.Examples.emplace_back();
        }).substr(0, 9) == "example 0");
  Model Trees = randomModel(1, {});
  Trees.Decision = DecisionKind::Computed;
  CHECK(validate(Trees).error().message() ==
        "only graphs have extra outputs or compute their decision");
}

TEST_CASE("Graph: changed files of it are refused or run") {
  const Model M = randomGraphModel(2);
  Random R(6);
  int Refused = 0;
  for (int Round = 0; Round < 1500; ++Round) {
    Model Changed = M;
    auto &G = std::get<Graph>(Changed.Policy);
    GraphOperator &Op = G.Operators[R.below(G.Operators.size())];
    switch (R.below(5)) {
    case 0:
      Op.Kind = Kind(R.below(55));
      break;
    case 1:
      Op.Inputs[R.below(Op.Inputs.size())] = uint32_t(R.below(200));
      break;
    case 2:
      Op.Attributes.assign(1 + R.below(3), int64_t(R.next()) >> R.below(64));
      break;
    case 3:
      std::swap(Op, G.Operators[R.below(G.Operators.size())]);
      break;
    default:
      GraphTensor &T = G.Tensors[R.below(G.Tensors.size())];
      T.Spec = TensorSpec(T.Spec.name(), 0, TensorType(1 + R.below(10)),
                          {int64_t(R.below(4)), int64_t(R.below(9))});
    }
    auto Parsed = parseModel(serializeModel(Changed), "f");
    Refused += !Parsed;
    if (!Parsed)
      continue;
    auto Loaded = LoadedModel::create(std::move(*Parsed));
    REQUIRE(Loaded);
    Loaded->evaluate(randomInputs(Changed, R).data());
  }
  CHECK(Refused > 500);
}

TEST_CASE("Graph: every width gives the same bits, without allocating") {
  const Model M = randomGraphModel(3);
  auto First = LoadedModel::create(M, VectorWidth::Baseline);
  REQUIRE(First);
  Random R(8);
  for (VectorWidth Width : supportedVectorWidths()) {
    auto Other = LoadedModel::create(M, Width);
    REQUIRE(Other);
    for (int Round = 0; Round < 300; ++Round) {
      const std::vector<uint8_t> Inputs = randomInputs(M, R);
      First->evaluate(Inputs.data());
      const size_t Before = countAllocations();
      Other->evaluate(Inputs.data());
      REQUIRE(countAllocations() == Before);
      REQUIRE(First->copyOutputs() == Other->copyOutputs());
    }
  }
}
