// How exact, and the same everywhere
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/ExactMath.h"
#include "mlgo/support/Random.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

using namespace mlgo;

namespace {

uint32_t bits(float X) {
  uint32_t Bits;
  std::memcpy(&Bits, &X, sizeof(Bits));
  return Bits;
}

/// |\p Found - \p Expected| in units in the last place of a float.
double unitsOff(float Found, long double Expected) {
  const float Nearest = float(Expected);
  if (Found == Nearest && (Found == 0 || std::isinf(Found)))
    return 0;
  const long double Unit =
      std::ldexp(1.0L, std::max(std::ilogb(Nearest), -126) - 23);
  return double(std::abs(Found - Expected) / Unit);
}

} // namespace

TEST_CASE("ExactMath: within half a unit in the last place") {
  double Worst[4] = {};
  const auto Try = [&](float X) {
    const long double Wide = X;
    Worst[0] = std::max(Worst[0], unitsOff(float(exactExp(X)), std::exp(Wide)));
    Worst[1] = std::max(Worst[1], unitsOff(exactTanh(X), std::tanh(Wide)));
    Worst[2] = std::max(Worst[2],
                        unitsOff(exactLogistic(X), 1 / (1 + std::exp(-Wide))));
    if (X > 0)
      Worst[3] =
          std::max(Worst[3], unitsOff(float(exactLog(X)), std::log(Wide)));
  };
  // Every 9973rd float there is, and a million in the usual range.
  for (uint64_t Bits = 0; Bits <= UINT32_MAX; Bits += 9973) {
    float X;
    const auto Low = uint32_t(Bits);
    std::memcpy(&X, &Low, sizeof(X));
    if (std::isfinite(X) && (X <= 88 || X > 110) && X >= -87)
      Try(X);
  }
  Random R(4);
  for (int I = 0; I < 1000000; ++I)
    Try(float(R.uniform() * 40 - 20));
  for (double Each : Worst)
    CHECK(Each <= 0.5001);
}

TEST_CASE("ExactMath: ends of the range") {
  const float Infinity = std::numeric_limits<float>::infinity();
  CHECK(exactExp(-1e30) == 0);
  CHECK(exactExp(-double(Infinity)) == 0);
  CHECK(std::isinf(exactExp(1e30)));
  CHECK(std::isnan(exactExp(NAN)));
  CHECK(exactExp(0) == 1);
  CHECK(exactLog(1) == 0);
  CHECK(exactLog(0) == -double(Infinity));
  CHECK(std::isnan(exactLog(-1)));
  CHECK(std::isinf(exactLog(double(Infinity))));
  CHECK(exactTanh(Infinity) == 1);
  CHECK(exactTanh(-Infinity) == -1);
  CHECK(std::isnan(exactTanh(NAN)));
  CHECK(exactTanh(0.0f) == 0);
  CHECK(exactLogistic(-Infinity) == 0);
  CHECK(exactLogistic(Infinity) == 1);
  CHECK(exactLogistic(0) == 0.5f);
  CHECK(std::isnan(exactLogistic(NAN)));
}

TEST_CASE("ExactMath: recorded bits, the same on every machine") {
  CHECK(bits(float(exactExp(1))) == 0x402df854);
  CHECK(bits(float(exactExp(-20.25))) == 0x30dc9ef1);
  CHECK(bits(float(exactLog(3))) == 0x3f8c9f54);
  CHECK(bits(exactTanh(0.75f)) == 0x3f22991f);
  CHECK(bits(exactLogistic(-3.5f)) == 0x3cf02034);
  uint64_t Hash = 0;
  for (int I = -3000; I < 3000; ++I) {
    const float X = float(I) / 64;
    for (float Y : {float(exactExp(X)), exactTanh(X), exactLogistic(X),
                    float(exactLog(std::abs(X) + 0.125))})
      Hash = Hash * 1099511628211u + bits(Y);
  }
  CHECK(Hash == 0x4eca5346ef3dd6c9u);
}
