// Tests of DenseKernel
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/DenseKernel.h"
#include "AllocationCounter.h"
#include "mlgo/model/DenseBlocks.h"
#include "mlgo/support/Random.h"
#include "mlgo/tensor/TensorBuffer.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlgo;

namespace {

/// A layer with weights of many magnitudes, so that the order of additions and
/// the rounding of products show in the result.
struct Layer {
  Layer(uint32_t In, uint32_t Out, uint64_t Seed)
      : In(In), Stride(denseStride(Out)), R(Seed), X(In),
        W(makeFloats(size_t(In) * Stride)), B(makeFloats(Stride)),
        Expected(Stride) {
    for (float &Value : X)
      Value = randomValue();
    for (uint32_t J = 0; J < Out; ++J) {
      B.as<float>()[J] = randomValue();
      for (uint32_t I = 0; I < In; ++I)
        W.as<float>()[I * Stride + J] = randomValue();
    }
  }

  static TensorBuffer makeFloats(size_t Count) {
    return TensorBuffer(
        TensorSpec::createSpec<float>("", {static_cast<int64_t>(Count)}));
  }

  float randomValue() {
    const float Value = static_cast<float>(R.uniform() - 0.5);
    return std::ldexp(Value, static_cast<int>(R.below(24)) - 12);
  }

  void computeExpected(bool ReLU) {
    for (uint32_t J = 0; J < Stride; ++J) {
      // Volatile: two roundings, one after the product, one after the sum.
      volatile float Sum = B.as<float>()[J];
      for (uint32_t I = 0; I < In; ++I) {
        volatile float Product = X[I] * W.as<float>()[I * Stride + J];
        Sum = Sum + Product;
      }
      Expected[J] = !ReLU || Sum > 0 ? Sum : 0;
    }
  }

  bool isEqual(DenseFunction Dense, bool ReLU) {
    TensorBuffer Y = makeFloats(Stride);
    computeExpected(ReLU);
    Dense(X.data(), In, Stride, W.as<float>(), B.as<float>(), ReLU,
          Y.as<float>());
    return std::memcmp(Y.data(), Expected.data(), Y.size()) == 0;
  }

  uint32_t In, Stride;
  Random R;
  std::vector<float> X;
  TensorBuffer W, B;
  std::vector<float> Expected;
};

} // namespace

TEST_CASE("Dense layers have the same bits at every width", "[model]") {
  const std::vector<VectorWidth> Widths = supportedVectorWidths();
  REQUIRE(Widths.front() == VectorWidth::Baseline);
  REQUIRE(Widths.back() == bestVectorWidth());
  for (VectorWidth Width : Widths) {
    INFO(getVectorWidthName(Width));
    for (uint32_t In : {1, 2, 30, 63, 70})
      for (uint32_t Out = 1; Out < 300; Out += 1 + Out / 3) {
        INFO("in " << In << ", out " << Out);
        Layer L(In, Out, In * 1000 + Out);
        REQUIRE(L.isEqual(getDenseFunction(Width), false));
        REQUIRE(L.isEqual(getDenseFunction(Width), true));
      }
  }
}

TEST_CASE("The inline dense layer has the bits of the kernels", "[model]") {
  for (uint32_t Out : {1, 17, 64, 200}) {
    Layer L(40, Out, Out);
    REQUIRE(L.isEqual(MLGO_DENSE_NAMESPACE::denseLayer, true));
  }
}

TEST_CASE("ReLU makes zero of minus zero and of not-a-number", "[model]") {
  constexpr float Infinity = std::numeric_limits<float>::infinity();
  alignas(64) const float X[] = {1, 1};
  alignas(64) float W[32] = {-0.0f, Infinity, Infinity, -1};
  W[16] = -0.0f;
  W[17] = -Infinity;
  W[18] = Infinity;
  W[19] = -1;
  alignas(64) const float B[16] = {-0.0f};
  alignas(64) float Y[16];
  for (VectorWidth Width : supportedVectorWidths()) {
    getDenseFunction(Width)(X, 2, 16, W, B, true, Y);
    CHECK((Y[0] == 0 && !std::signbit(Y[0])));
    CHECK((Y[1] == 0 && !std::signbit(Y[1])));
    CHECK(Y[2] == Infinity);
    CHECK((Y[3] == 0 && !std::signbit(Y[3])));
  }
}

TEST_CASE("Dense layers of no inputs are their biases", "[model]") {
  Layer L(0, 20, 1);
  for (VectorWidth Width : supportedVectorWidths())
    CHECK(L.isEqual(getDenseFunction(Width), true));
}

TEST_CASE("Running and choosing a dense layer does not allocate", "[model]") {
  Layer L(30, 64, 1);
  TensorBuffer Y = Layer::makeFloats(L.Stride);
  const size_t Before = countAllocations();
  getDenseFunction(bestVectorWidth())(L.X.data(), L.In, L.Stride,
                                      L.W.as<float>(), L.B.as<float>(), true,
                                      Y.as<float>());
  CHECK(countAllocations() == Before);
}

TEST_CASE("Rows are padded to whole vectors", "[model]") {
  STATIC_REQUIRE(denseStride(1) == 16);
  STATIC_REQUIRE(denseStride(16) == 16);
  STATIC_REQUIRE(denseStride(17) == 32);
}
