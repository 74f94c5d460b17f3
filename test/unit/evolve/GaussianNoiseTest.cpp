// Normal random numbers, the same everywhere
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/GaussianNoise.h"
#include "mlgo/support/Random.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;

TEST_CASE("our own logarithm and exponential are near the library's") {
  Random Draw(2);
  double LogError = 0, ExpError = 0;
  for (int I = 0; I < 100000; ++I) {
    const double X = std::ldexp(1 + Draw.uniform(), int(Draw.below(200)) - 100);
    LogError = std::max(LogError, std::abs(exactLog(X) - std::log(X)) /
                                      std::max(std::abs(std::log(X)), 1.0));
    const double Y = 1400 * Draw.uniform() - 700;
    ExpError = std::max(ExpError, std::abs(exactExp(Y) / std::exp(Y) - 1));
  }
  CHECK(LogError < 5e-16);
  CHECK(ExpError < 1e-15);
  CHECK(exactLog(1) == 0);
  CHECK(exactExp(0) == 1);
  CHECK(exactExp(-1e9) > 0);
  CHECK(std::isfinite(exactExp(1e9)));
}

TEST_CASE("noise is normal") {
  std::vector<double> Numbers;
  for (uint64_t Index = 0; Index < 400; ++Index) {
    const auto Part = gaussianNoise(1, 2, Index, 501);
    Numbers.insert(Numbers.end(), Part.begin(), Part.end());
  }
  const double Count = double(Numbers.size());
  double Moments[5] = {};
  for (double X : Numbers)
    for (int M = 1; M <= 4; ++M)
      Moments[M] += std::pow(X, M) / Count;
  CHECK(std::abs(Moments[1]) < 4 / std::sqrt(Count));
  CHECK(std::abs(Moments[2] - 1) < 4 * std::sqrt(2 / Count));
  CHECK(std::abs(Moments[3]) < 4 * std::sqrt(15 / Count));
  CHECK(std::abs(Moments[4] - 3) < 4 * std::sqrt(96 / Count));
  // Kolmogorov and Smirnov: 1.95 is passed once in a thousand.
  std::sort(Numbers.begin(), Numbers.end());
  double Distance = 0;
  for (size_t I = 0; I < Numbers.size(); ++I)
    Distance = std::max(Distance,
                        std::abs(0.5 * std::erfc(-Numbers[I] / std::sqrt(2.0)) -
                                 double(I) / Count));
  CHECK(Distance * std::sqrt(Count) < 1.95);
}

TEST_CASE("noise is a function of seed, generation and index") {
  const auto Noise = gaussianNoise(1, 2, 3, 8);
  CHECK(gaussianNoise(1, 2, 3, 8) == Noise);
  CHECK(gaussianNoise(2, 2, 3, 8) != Noise);
  CHECK(gaussianNoise(1, 3, 3, 8) != Noise);
  CHECK(gaussianNoise(1, 2, 4, 8) != Noise);
  auto Shorter = gaussianNoise(1, 2, 3, 5);
  CHECK(std::equal(Shorter.begin(), Shorter.end(), Noise.begin()));
  // All bits, for ever and on every machine.
  CHECK(gaussianNoise(1, 0, 0, 2) ==
        std::vector<double>{0x1.0075e4906e13fp+0, -0x1.bc4ccf943a492p+0});
}
