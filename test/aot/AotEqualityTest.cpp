// Generated classes and LoadedModel agree
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled with the kernels, and without them for other instruction sets.

#include "AllocationCounter.h"
#include "AotTest0.h"
#include "AotTest1.h"
#include "AotTest10.h"
#include "AotTest11.h"
#include "AotTest12.h"
#include "AotTest13.h"
#include "AotTest14.h"
#include "AotTest15.h"
#include "AotTest16.h"
#include "AotTest2.h"
#include "AotTest3.h"
#include "AotTest4.h"
#include "AotTest5.h"
#include "AotTest6.h"
#include "AotTest7.h"
#include "AotTest8.h"
#include "AotTest9.h"
#include "AotTestModels.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/PlainDense.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>

using namespace mlgo;

namespace {

/// Sets some elements to the ends of their types.
void addExtremes(const Model &M, std::vector<uint8_t> &Inputs, Random &R) {
  size_t Offset = 0;
  for (const TensorSpec &Spec : M.Inputs)
    for (size_t I = 0; I < Spec.getElementCount(); ++I) {
      const uint64_t Dice = R.below(25);
      switch (Spec.type()) {
#define MLGO_ADD_EXTREME(T, Name)                                              \
  case TensorType::Name: {                                                     \
    const T Ends[] = {std::numeric_limits<T>::lowest(),                        \
                      std::numeric_limits<T>::max(), T(0)};                    \
    if (Dice < 3)                                                              \
      std::memcpy(&Inputs[Offset], &Ends[Dice], sizeof(T));                    \
    break;                                                                     \
  }
        MLGO_TENSOR_TYPES(MLGO_ADD_EXTREME)
#undef MLGO_ADD_EXTREME
      case TensorType::Invalid:
        break;
      }
      Offset += Spec.getElementByteSize();
    }
}

/// Feeds random inputs to a generated model and to the file's evaluator.
template <typename Generated> class Comparison {
public:
  explicit Comparison(size_t Index)
      : M(aotTestModel(Index)), Loaded(std::move(*LoadedModel::create(M))),
        Compiled(std::make_unique<Generated>()), R(Index) {}

  void run(int Rounds) {
    REQUIRE(Compiled->LookupResultIndex("fetch_answer") == 0);
    for (int I = 0; I < Rounds; ++I) {
      std::vector<uint8_t> Inputs = randomInputs(M, R);
      addExtremes(M, Inputs, R);
      compareOnce(Inputs);
    }
    // A comparison in which nothing happens proves nothing.
    CHECK(Distinct > 1);
    CHECK((Abstentions > 0) == !M.Ranges.empty());
    CHECK(Abstentions < Rounds);
  }

  Generated &compiled() { return *Compiled; }

private:
  void compareOnce(const std::vector<uint8_t> &Inputs) {
    const uint8_t *Next = Inputs.data();
    for (const TensorSpec &Spec : M.Inputs) {
      const int Index = Compiled->LookupArgIndex("feed_" + Spec.name());
      REQUIRE(Index >= 0);
      std::memcpy(Compiled->arg_data(Index), Next,
                  Spec.getTotalTensorBufferSize());
      Next += Spec.getTotalTensorBufferSize();
    }
    const int64_t Expected = Loaded.evaluate(Inputs.data());
    const size_t Before = countAllocations();
    Compiled->Run();
    REQUIRE(countAllocations() == Before);
    REQUIRE(std::memcmp(Compiled->result_data(0), Loaded.result_data(0),
                        M.Output.getTotalTensorBufferSize()) == 0);
    compareExtraOutputs();
    REQUIRE(Compiled->Abstained() == Loaded.Abstained());
    requireUnchanged(Inputs);
    Distinct += Distinct == 0 || Expected != Last;
    Last = Expected;
    Abstentions += Loaded.Abstained();
  }

  void compareExtraOutputs() {
    for (size_t I = 0; I < M.ExtraOutputs.size(); ++I) {
      const TensorSpec &Spec = M.ExtraOutputs[I];
      const int Index = Compiled->LookupResultIndex("fetch_" + Spec.name());
      REQUIRE(Index == static_cast<int>(I) + 1);
      REQUIRE(std::memcmp(Compiled->result_data(Index), Loaded.extraOutput(I),
                          Spec.getTotalTensorBufferSize()) == 0);
    }
  }

  void requireUnchanged(const std::vector<uint8_t> &Inputs) {
    const uint8_t *Next = Inputs.data();
    for (size_t I = 0; I < M.Inputs.size(); ++I) {
      const size_t Size = M.Inputs[I].getTotalTensorBufferSize();
      REQUIRE(std::memcmp(Compiled->arg_data(static_cast<int>(I)), Next,
                          Size) == 0);
      Next += Size;
    }
  }

  const Model M;
  LoadedModel Loaded;
  std::unique_ptr<Generated> Compiled;
  Random R;
  int64_t Last = 0;
  int Distinct = 0;
  int Abstentions = 0;
};

template <typename Generated> void compareTrees(size_t Index) {
  INFO("model " << Index);
  Comparison<Generated>(Index).run(3000);
}

template <typename Generated> void compareNetworks(size_t Index) {
  INFO("model " << Index);
  // With the function that the class chooses by itself, ...
  Comparison<Generated>(Index).run(1000);
#ifdef MLGO_AOT_KERNELS
  // ... and with every other.
  for (VectorWidth Width : supportedVectorWidths()) {
    INFO(getVectorWidthName(Width));
    Comparison<Generated> Compared(Index);
    Compared.compiled().setDenseFunction(getDenseFunction(Width));
    Compared.run(1000);
  }
#endif
}

} // namespace

TEST_CASE("Generated trees answer as the file does", "[aot]") {
  compareTrees<AotTest0>(0);
  compareTrees<AotTest1>(1);
  compareTrees<AotTest2>(2);
  compareTrees<AotTest3>(3);
  compareTrees<AotTest4>(4);
  compareTrees<AotTest5>(5);
  compareTrees<AotTest6>(6);
  compareTrees<AotTest7>(7);
}

TEST_CASE("Generated networks answer as the file does", "[aot]") {
  compareNetworks<AotTest8>(8);
  compareNetworks<AotTest9>(9);
  compareNetworks<AotTest10>(10);
  compareNetworks<AotTest11>(11);
  compareNetworks<AotTest12>(12);
  compareNetworks<AotTest13>(13);
  compareNetworks<AotTest14>(14);
  compareNetworks<AotTest15>(15);
}

TEST_CASE("Generated graphs answer as the file does", "[aot]") {
  compareNetworks<AotTest16>(AotTestGraph);
}

TEST_CASE("Generated classes describe their inputs", "[aot]") {
  const Model M = aotTestModel(3);
  AotTest3 Compiled;
  for (size_t I = 0; I < M.Inputs.size(); ++I) {
    const int Index = static_cast<int>(I);
    CHECK(Compiled.LookupArgIndex("feed_" + M.Inputs[I].name()) == Index);
    CHECK(Compiled.InputName(Index) == M.Inputs[I].name());
    CHECK(Compiled.InputType(Index) == M.Inputs[I].type());
    CHECK(Compiled.InputElementCount(Index) == M.Inputs[I].getElementCount());
    const auto Address = reinterpret_cast<uintptr_t>(Compiled.arg_data(Index));
    CHECK(Address % (M.Inputs[I].getElementCount() == 1 ? 8 : 64) == 0);
  }
  CHECK(Compiled.InputName(static_cast<int>(M.Inputs.size())) == nullptr);
  CHECK(Compiled.InputName(-1) == nullptr);
  for (const char *Name : {"", "feed_", "input_0", "feed_input_", "feed_x"})
    CHECK(Compiled.LookupArgIndex(Name) == -1);
  for (const char *Name : {"", "answer", "fetch_", "fetch_answer2"})
    CHECK(Compiled.LookupResultIndex(Name) == -1);
}

TEST_CASE("Release runners run generated classes", "[aot]") {
  const Model M = aotTestModel(0);
  auto Runner =
      ReleaseModeModelRunner<AotTest0>::create(M.Inputs, M.Output.name());
  REQUIRE(Runner);
  auto Loaded = LoadedModel::create(M);
  REQUIRE(Loaded);
  const int32_t Answer = (*Runner)->evaluate<int8_t>();
  std::vector<uint8_t> Zeros(M.Inputs.size() * sizeof(int64_t));
  CHECK(Answer == Loaded->evaluate(Zeros.data()));
  CHECK((*Runner)->hasAbstained() == Loaded->Abstained());
}

#ifndef MLGO_AOT_KERNELS
// Answers seldom show the last bit of a sum.
TEST_CASE("The inline dense layer has the bits of the kernels", "[aot]") {
  Random R(1);
  for (uint32_t Stride = 16; Stride <= 256; Stride += 16) {
    constexpr uint32_t In = 50;
    std::vector<float> X(In), W(In * Stride), B(Stride);
    for (std::vector<float> *Values : {&X, &W, &B})
      for (float &Value : *Values)
        Value = randomFloat(R);
    std::vector<float> Inline(Stride), Kernel(Stride);
    MLGO_DENSE_NAMESPACE::denseLayer(X.data(), In, Stride, W.data(), B.data(),
                                     false, Inline.data());
    getDenseFunction(VectorWidth::Baseline)(X.data(), In, Stride, W.data(),
                                            B.data(), false, Kernel.data());
    REQUIRE(std::memcmp(Inline.data(), Kernel.data(), Stride * sizeof(float)) ==
            0);
    plainDense(X.data(), In, Stride, W.data(), B.data(), false, Inline.data());
    REQUIRE(std::memcmp(Inline.data(), Kernel.data(), Stride * sizeof(float)) ==
            0);
  }
}
#endif
