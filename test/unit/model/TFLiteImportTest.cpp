// Existing policies through our door
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationCounter.h"
#include "TFLiteEvaluation.h"
#include "TFLitePolicy.h"
#include "TemporaryFolder.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include "model/AotCompiler.h"
#include "model/ModelExamples.h"
#include <catch2/catch.hpp>
#include <cstring>

using namespace mlgo;

namespace {

const std::string Estimator = MLGO_TEST_INPUTS "/ir2native_x86_64.tflite";

std::vector<std::string> featureNames(size_t Count) {
  std::vector<std::string> Names;
  for (size_t I = 0; I < Count; ++I)
    Names.push_back("feature_" + std::to_string(I));
  return Names;
}

std::vector<TensorSpec> featureSpecs(size_t Count) {
  std::vector<TensorSpec> Specs;
  for (const std::string &Name : featureNames(Count))
    Specs.push_back(TensorSpec::createSpec<int64_t>(Name, {1}));
  return Specs;
}

LoadedModel load(Result<Model> M, VectorWidth Width = bestVectorWidth()) {
  INFO((M ? "" : M.error().message()));
  REQUIRE(M);
  auto Loaded = LoadedModel::create(std::move(*M), Width);
  REQUIRE(Loaded);
  return std::move(*Loaded);
}

std::string importError(const std::string &File) {
  auto M = importTFLite(File, "f");
  return M ? "none" : M.error().message();
}

} // namespace

TEST_CASE("TFLiteImport: LLVM's size estimator") {
  LoadedModel Loaded = load(loadModel(Estimator));
  REQUIRE(Loaded.model().Inputs ==
          std::vector{TensorSpec::createSpec<int32_t>("input_1", {1, 214})});
  CHECK(Loaded.LookupArgIndex("feed_input_1") == 0);
  CHECK(Loaded.LookupResultIndex("fetch_output_1") == 0);
  CHECK(Loaded.LookupResultIndex("fetch_StatefulPartitionedCall:0") == 0);
  std::fill_n(static_cast<int32_t *>(Loaded.arg_data(0)), 214, 1);
  Loaded.Run();
  // What LLVM's own test of this file expects.
  CHECK(int64_t(*static_cast<const float *>(Loaded.result_data(0))) == 80);
}

TEST_CASE("TFLiteImport: a converted file gives the same bits") {
  auto M = loadModel(Estimator);
  REQUIRE(M);
  REQUIRE(recordExamples(*M, 8));
  LoadedModel Original = load(*M),
              Copy = load(parseModel(serializeModel(*M), "f"));
  std::vector<LoadedModel> Widths;
  for (VectorWidth Width : supportedVectorWidths())
    Widths.push_back(load(*M, Width));
  Random R(3);
  std::vector<int32_t> Inputs(214);
  for (int Round = 0; Round < 1000; ++Round) {
    for (int32_t &Input : Inputs)
      Input = int32_t(R.below(R.below(5) == 0 ? 1000 : 12));
    const auto *Bytes = reinterpret_cast<const uint8_t *>(Inputs.data());
    const int64_t Expected = Original.evaluate(Bytes);
    REQUIRE(Copy.evaluate(Bytes) == Expected);
    for (LoadedModel &Other : Widths)
      REQUIRE(Other.evaluate(Bytes) == Expected);
  }
}

TEST_CASE("TFLiteImport: a recorded answer that changed is found") {
  auto M = loadModel(Estimator);
  REQUIRE(M);
  REQUIRE(recordExamples(*M, 2));
  M->Examples[1].Outputs[0] ^= 1;
  auto Parsed = parseModel(serializeModel(*M), "f");
  REQUIRE(!Parsed);
  CHECK(Parsed.error().message() ==
        "f: example 1: outputs have other bytes than were recorded");
}

TEST_CASE("TFLiteImport: an inlining policy from end to end") {
  int Decisions[2] = {};
  for (uint64_t Seed = 0; Seed < 6; ++Seed) {
    const TFLitePolicy Policy(featureNames(35), Seed);
    const bool HasSignature = Seed % 2;
    auto M = importTFLite(Policy.file(HasSignature), "f");
    INFO((M ? "" : M.error().message()));
    REQUIRE(M);
    adoptGraph(*M, "inline-oz",
               TensorSpec::createSpec<int64_t>("inlining_decision", {1}));
    REQUIRE(recordExamples(*M, 4));
    LoadedModel Copy = load(parseModel(serializeModel(*M), "f"));
    CHECK(Copy.model().Task == "inline-oz");
    REQUIRE(Copy.extraOutputs().size() == 1);
    if (HasSignature)
      CHECK(Copy.extraOutputs()[0].name() == "logits");
    // 38 features, of which the policy knows 35; nobody feeds the reward.
    auto Runner = ReleaseModeModelRunner<LoadedModel>::create(
        featureSpecs(38), "inlining_decision", {}, std::move(Copy));
    INFO((Runner ? "" : Runner.error().message()));
    REQUIRE(Runner);
    Random R(9);
    for (int Round = 0; Round < 100; ++Round) {
      std::vector<int64_t> Inputs;
      for (size_t F = 0; F < 38; ++F) {
        Inputs.push_back(int64_t(R.below(60)));
        *(*Runner)->getTensor<int64_t>(F) = Inputs.back();
      }
      const size_t Before = countAllocations();
      const auto Decision = (*Runner)->evaluate<int64_t>();
      REQUIRE(countAllocations() == Before);
      const std::vector<double> Logits = Policy.logits(Inputs);
      const auto *Found =
          static_cast<const float *>((*Runner)->model().extraOutput(0));
      for (size_t I = 0; I < 2; ++I)
        REQUIRE(Found[I] == Approx(Logits[I]).margin(1e-5));
      REQUIRE(Decision == (Found[1] > Found[0]));
      ++Decisions[Decision];
    }
  }
  CHECK(Decisions[0] > 0);
  CHECK(Decisions[1] > 0);
}

TEST_CASE("TFLiteImport: a policy that needs more is refused by name") {
  auto M = importTFLite(TFLitePolicy(featureNames(39), 5).file(true), "f");
  auto Runner = ReleaseModeModelRunner<LoadedModel>::create(
      featureSpecs(38), "inlining_decision", {}, load(std::move(M)));
  REQUIRE(!Runner);
  CHECK(Runner.error().message() == "model needs input 'feature_38', which is "
                                    "not among the 38 inputs given");
}

TEST_CASE("TFLiteImport: what is not supported is named") {
  TFLiteWriter W;
  const auto X = W.tensor<float>({1, 4}), Y = W.tensor<float>({1, 4});
  W.op(32, {X}, {Y});
  CHECK(importError(W.finish({X}, {Y}, {}, {}, "FlexRandomUniform")) ==
        "f: operator 0 (CUSTOM 'FlexRandomUniform'): is not supported");
  TFLiteWriter V;
  const auto A = V.tensor<float>({1, 4}), B = V.tensor<float>({1, 4}),
             C = V.tensor<float>({1, 4});
  V.op(19, {A}, {B});
  V.op(149, {B}, {C});
  CHECK(importError(V.finish({A}, {C})) ==
        "f: operator 1 (MULTINOMIAL): is not supported");
}

TEST_CASE("TFLiteImport: quantised tensors are named") {
  TFLiteWriter W;
  const auto X = W.tensor<int8_t>({4}), Y = W.tensor<int8_t>({4});
  auto Scale = W.B.CreateVector(std::vector<float>{0.5f});
  auto Quantization = tflite::CreateQuantizationParameters(W.B, Scale);
  auto Shape = W.B.CreateVector(std::vector<int32_t>{4});
  auto Name = W.B.CreateString("q");
  W.Tensors[0] = tflite::CreateTensor(W.B, Shape, 9, 0, Name, Quantization);
  W.op(19, {X}, {Y});
  CHECK(importError(W.finish({X}, {Y})) ==
        "f: input 0: tensor 'q' is quantised, which is not supported");
}

TEST_CASE("TFLiteImport: the wrong sizes are found") {
  TFLiteWriter W;
  const auto X = W.tensor<float>({4}), Y = W.tensor<float>({3}, "wrong");
  W.op(19, {X}, {Y});
  CHECK(importError(W.finish({X}, {Y})) ==
        "f: operator 0 (RELU): yields float[4], but output 'wrong' is "
        "float[3]");
  TFLiteWriter V;
  const auto A = V.tensor<float>({4}, "a"), B = V.tensor<float>({3}),
             C = V.tensor<float>({4});
  V.op(0, {A, B}, {C});
  CHECK(importError(V.finish({A, B}, {C})) ==
        "f: operator 0 (ADD): expected inputs that broadcast to the output");
}
