// Normal random numbers, the same everywhere
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evolve/GaussianNoise.h"
#include "mlgo/support/Random.h"
#include <algorithm>
#include <cmath>

namespace mlgo {
constexpr double Ln2 = 0x1.62e42fefa39efp-1;

double exactLog(double X) {
  int Exponent = 0;
  double Mantissa = std::frexp(X, &Exponent); // [1/2, 1), exact.
  if (Mantissa < 0x1.6a09e667f3bcdp-1) {
    Mantissa *= 2;
    --Exponent;
  }
  // 2 atanh(T) with |T| < 0.1716: the next term is below 2^-58.
  const double T = (Mantissa - 1) / (Mantissa + 1);
  double Sum = 0;
  for (int K = 10; K >= 1; --K)
    Sum = (Sum + 1.0 / (2 * K + 1)) * (T * T);
  return Exponent * Ln2 + 2 * (T + T * Sum);
}

double exactExp(double X) {
  X = std::clamp(X, -700.0, 700.0);
  const double Power = std::floor(X / Ln2 + 0.5);
  // Two parts of ln 2, the first short enough that its multiples are exact.
  const double High = 0x1.62e42fee00000p-1, Low = 0x1.a39ef35793c76p-33;
  const double Rest = (X - Power * High) - Power * Low; // |Rest| < 0.35
  double Sum = 1;
  for (int K = 14; K >= 1; --K)
    Sum = 1 + Rest / K * Sum;
  return std::ldexp(Sum, static_cast<int>(Power));
}

std::vector<double> gaussianNoise(uint64_t Seed, uint64_t Generation,
                                  uint64_t Index, size_t Count) {
  Random Draw(mixBits(mixBits(Seed) + Generation), Index);
  std::vector<double> Numbers(Count);
  for (size_t I = 0; I < Count; I += 2) {
    double U, V, Square;
    do {
      U = 2 * Draw.uniform() - 1;
      V = 2 * Draw.uniform() - 1;
      Square = U * U + V * V;
    } while (Square >= 1 || Square == 0);
    const double Factor = std::sqrt(-2 * exactLog(Square) / Square);
    Numbers[I] = U * Factor;
    if (I + 1 < Count)
      Numbers[I + 1] = V * Factor;
  }
  return Numbers;
}
} // namespace mlgo
