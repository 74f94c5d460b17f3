// Tests of LoadedModel
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/LoadedModel.h"
#include "AllocationCounter.h"
#include "RandomModel.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;

namespace {

/// An independent evaluation, written for obviousness: recursion, doubles of
/// nothing, no packing. Values of column \p Column are gathered first.
class NaiveEvaluator {
public:
  NaiveEvaluator(const Model &M, const std::vector<uint8_t> &Bytes) : M(M) {
    size_t Offset = 0;
    for (const TensorSpec &Spec : M.Inputs) {
      Tensors.emplace_back(
          Bytes.begin() + static_cast<long>(Offset),
          Bytes.begin() +
              static_cast<long>(Offset + Spec.getTotalTensorBufferSize()));
      Offset += Spec.getTotalTensorBufferSize();
    }
  }

  int64_t answer(bool &Abstained) {
    Abstained = false;
    if (M.Decision != DecisionKind::MaskedArgmax)
      return plainAnswer(Abstained);
    int64_t Best = -1;
    double BestValue = 0;
    for (size_t C = 0; C < M.columns(); ++C) {
      if (ordered(static_cast<size_t>(M.MaskInput), C) == 0)
        continue;
      if (isOutOfRange(C)) {
        Abstained = true;
        return ordered(static_cast<size_t>(M.DefaultInput), 0);
      }
      const double Value =
          M.isNetwork() ? double(logits(C)[0]) : double(treeScore(C));
      if (Best < 0 || Value > BestValue) {
        Best = static_cast<int64_t>(C);
        BestValue = Value;
      }
    }
    return Best;
  }

private:
  int64_t plainAnswer(bool &Abstained) {
    const auto Default = [&] {
      return ordered(static_cast<size_t>(M.DefaultInput), 0);
    };
    if (isOutOfRange(0)) {
      Abstained = true;
      return Default();
    }
    if (M.Decision == DecisionKind::AddToDefault)
      return Default() + (M.isNetwork() ? static_cast<int64_t>(logits(0)[0])
                                        : treeScore(0));
    int64_t Choice;
    if (M.isNetwork()) {
      const std::vector<float> L = logits(0);
      size_t Best = 0;
      for (size_t I = 1; I < L.size(); ++I)
        if (L[I] > L[Best])
          Best = I;
      Choice = static_cast<int64_t>(Best);
    } else {
      Choice = treeScore(0) > 0 ? 1 : 0;
    }
    if (M.Decision != DecisionKind::FlipDefault)
      return Choice;
    return Choice == 1 ? Default() == 0 : Default() != 0;
  }

  template <typename Fn> void withElement(size_t Input, size_t Column, Fn F) {
    const TensorSpec &Spec = M.Inputs[Input];
    const size_t Index = Spec.getElementCount() == 1 ? 0 : Column;
    switch (Spec.type()) {
#define MLGO_WITH_ELEMENT(T, Name)                                             \
  case TensorType::Name: {                                                     \
    T Value;                                                                   \
    std::memcpy(&Value, &Tensors[Input][Index * sizeof(T)], sizeof(T));        \
    F(Value);                                                                  \
    break;                                                                     \
  }
      MLGO_TENSOR_TYPES(MLGO_WITH_ELEMENT)
#undef MLGO_WITH_ELEMENT
    case TensorType::Invalid:
      break;
    }
  }

  int64_t ordered(size_t Input, size_t Column) {
    int64_t Result = 0;
    withElement(Input, Column, [&](auto V) { Result = orderedValue(V); });
    return Result;
  }
  float numeric(size_t Input, size_t Column) {
    float Result = 0;
    withElement(Input, Column, [&](auto V) { Result = static_cast<float>(V); });
    return Result;
  }

  bool isOutOfRange(size_t Column) {
    for (size_t I = 0; I < M.Ranges.size(); ++I)
      if (ordered(I, Column) < M.Ranges[I].Low ||
          ordered(I, Column) > M.Ranges[I].High)
        return true;
    return false;
  }

  int64_t leaf(const TreeEnsemble::Tree &Tree, uint32_t Node, size_t Column) {
    if (Tree[Node].Input < 0)
      return Tree[Node].Value;
    const bool Left = ordered(static_cast<size_t>(Tree[Node].Input), Column) <
                      Tree[Node].Threshold;
    return leaf(Tree, Left ? Tree[Node].Left : Tree[Node].Right, Column);
  }
  int64_t treeScore(size_t Column) {
    const auto &E = std::get<TreeEnsemble>(M.Policy);
    int64_t Sum = E.Base;
    for (const auto &Tree : E.Trees)
      Sum += leaf(Tree, 0, Column);
    return Sum;
  }

  float transform(const InputTransform &T, size_t Column) {
    const int64_t X = ordered(T.Input, Column);
    if (T.Kind == InputTransform::KindType::Quantile) {
      int Below = 0;
      for (int64_t Edge : T.Edges)
        Below += Edge <= X;
      return static_cast<float>(Below) * T.Scale;
    }
    if (T.Kind == InputTransform::KindType::Log2) {
      int Width = 0;
      for (unsigned __int128 Power = 1,
                             Magnitude = X < 0 ? -static_cast<__int128>(X) : X;
           Power <= Magnitude; Power *= 2)
        ++Width;
      return static_cast<float>(X < 0 ? -Width : Width) * T.Scale;
    }
    float V = numeric(T.Input, Column);
    if (std::isnan(V))
      V = T.Low;
    return std::min(std::max(V, T.Low), T.High) * T.Scale;
  }

  std::vector<float> logits(size_t Column) {
    const auto &N = std::get<Network>(M.Policy);
    std::vector<float> X;
    for (const InputTransform &T : N.Transforms)
      X.push_back(transform(T, Column));
    for (const DenseLayer &L : N.Layers) {
      std::vector<float> Y;
      for (uint32_t J = 0; J < L.Out; ++J) {
        volatile float Sum = L.Biases[J]; // Rounds after every operation.
        for (uint32_t I = 0; I < L.In; ++I) {
          volatile float Product = X[I] * L.Weights[I * L.Out + J];
          Sum = Sum + Product;
        }
        Y.push_back(L.ReLU && !(Sum > 0) ? 0 : Sum);
      }
      X = Y;
    }
    return X;
  }

  const Model &M;
  std::vector<std::vector<uint8_t>> Tensors;
};

} // namespace

TEST_CASE("LoadedModel: agrees with a naive evaluation") {
  uint64_t Seed = 1;
  int Abstentions = 0, Positive = 0, Total = 0;
  for (const RandomModelShape &Shape : randomModelShapes()) {
    const Model M = randomModel(++Seed, Shape);
    auto Loaded = LoadedModel::create(M);
    INFO("seed " << Seed);
    REQUIRE(Loaded);
    Random R(Seed, 99);
    for (int I = 0; I < 300; ++I) {
      const std::vector<uint8_t> Inputs = randomInputs(M, R);
      bool Abstained;
      const int64_t Expected = NaiveEvaluator(M, Inputs).answer(Abstained);
      REQUIRE(Loaded->evaluate(Inputs.data()) == Expected);
      REQUIRE(Loaded->Abstained() == Abstained);
      Abstentions += Abstained;
      Positive += Expected > 0;
      ++Total;
    }
  }
  // The comparison means something only if answers vary.
  CHECK(Abstentions > 100);
  CHECK(Positive > Total / 5);
  CHECK(Positive < Total * 4 / 5);
}

TEST_CASE("LoadedModel: every vector width gives the same bits") {
  uint64_t Seed = 500;
  for (const RandomModelShape &Shape : randomModelShapes()) {
    if (!Shape.IsNetwork)
      continue;
    const Model M = randomModel(++Seed, Shape);
    auto Narrow = LoadedModel::create(M, VectorWidth::Baseline);
    REQUIRE(Narrow);
    const size_t Logits = std::get<Network>(M.Policy).Layers.back().Out;
    for (VectorWidth Width : supportedVectorWidths()) {
      auto Wide = LoadedModel::create(M, Width);
      REQUIRE(Wide);
      Random R(Seed);
      for (int I = 0; I < 50; ++I) {
        const std::vector<uint8_t> Inputs = randomInputs(M, R);
        INFO("seed " << Seed << ", " << getVectorWidthName(Width));
        REQUIRE(Wide->evaluate(Inputs.data()) ==
                Narrow->evaluate(Inputs.data()));
        REQUIRE(std::memcmp(Wide->logits(), Narrow->logits(),
                            Logits * sizeof(float)) == 0);
      }
    }
  }
}

TEST_CASE("LoadedModel: running allocates nothing and keeps the inputs") {
  uint64_t Seed = 1000;
  for (const RandomModelShape &Shape : randomModelShapes()) {
    const Model M = randomModel(++Seed, Shape);
    auto Loaded = LoadedModel::create(M);
    REQUIRE(Loaded);
    Random R(Seed);
    const std::vector<uint8_t> Inputs = randomInputs(M, R);
    Loaded->evaluate(Inputs.data());
    const size_t Before = countAllocations();
    for (int I = 0; I < 10; ++I)
      Loaded->Run();
    CHECK(countAllocations() == Before);
    size_t Offset = 0;
    for (size_t I = 0; I < M.Inputs.size(); ++I) {
      CHECK(std::memcmp(Loaded->arg_data(static_cast<int>(I)), &Inputs[Offset],
                        M.Inputs[I].getTotalTensorBufferSize()) == 0);
      Offset += M.Inputs[I].getTotalTensorBufferSize();
    }
  }
}

TEST_CASE("LoadedModel: moving keeps the addresses") {
  auto Loaded = LoadedModel::create(randomModel(5, RandomModelShape()));
  REQUIRE(Loaded);
  void *Input = Loaded->arg_data(0), *Output = Loaded->result_data(0);
  LoadedModel Moved = std::move(*Loaded);
  CHECK(Moved.arg_data(0) == Input);
  CHECK(Moved.result_data(0) == Output);
  Moved.Run();
}

TEST_CASE("LoadedModel: runs behind a release runner") {
  RandomModelShape Shape;
  Shape.Inputs = 2;
  const Model M = randomModel(8, Shape);
  auto Loaded = LoadedModel::create(M);
  REQUIRE(Loaded);
  using Runner = ReleaseModeModelRunner<LoadedModel>;
  auto Lacking = Runner::create({M.Inputs[1]}, "decision", {},
                                std::move(*LoadedModel::create(M)));
  REQUIRE_FALSE(Lacking);
  CHECK(Lacking.error().message() ==
        "model needs input 'input_0', which is not among the 1 inputs given");
  auto Created = Runner::create(
      {M.Inputs[1], TensorSpec::createSpec<float>("extra", {2}), M.Inputs[0]},
      "decision", {}, std::move(*Loaded));
  REQUIRE(Created);
  auto Reference = LoadedModel::create(M);
  Random R(3);
  for (int I = 0; I < 100; ++I) {
    const std::vector<uint8_t> Inputs = randomInputs(M, R);
    std::memcpy((*Created)->getTensorUntyped(2), &Inputs[0], 8);
    std::memcpy((*Created)->getTensorUntyped(0), &Inputs[8], 8);
    REQUIRE((*Created)->evaluate<int64_t>() ==
            Reference->evaluate(Inputs.data()));
  }
}

TEST_CASE("LoadedModel: names are those of generated classes") {
  auto Loaded = LoadedModel::create(randomModel(9, RandomModelShape()));
  REQUIRE(Loaded);
  CHECK(Loaded->LookupArgIndex("feed_input_3") == 3);
  CHECK(Loaded->LookupArgIndex("input_3") == -1);
  CHECK(Loaded->LookupArgIndex("feed_input_33") == -1);
  CHECK(Loaded->LookupResultIndex("fetch_decision") == 0);
  CHECK(Loaded->LookupResultIndex("fetch_other") == -1);
  CHECK(std::string(Loaded->InputName(3)) == "input_3");
  CHECK(Loaded->InputName(100) == nullptr);
}
