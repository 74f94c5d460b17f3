// How sure a mean is
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Bootstrap.h"
#include "mlgo/support/Random.h"
#include <algorithm>
#include <cassert>
#include <cmath>

namespace mlgo {
/// The 97.5 % quantile of Student's t: exact for one and two degrees of
/// freedom, else Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5),
/// within 0.004.
static double studentQuantile(size_t Degrees) {
  if (Degrees == 1)
    return 12.7062;
  if (Degrees == 2)
    return 4.30265;
  constexpr double Z = 1.959964, Z2 = Z * Z;
  constexpr double G1 = Z * (Z2 + 1) / 4;
  constexpr double G2 = Z * ((5 * Z2 + 16) * Z2 + 3) / 96;
  constexpr double G3 = Z * (((3 * Z2 + 19) * Z2 + 17) * Z2 - 15) / 384;
  constexpr double G4 =
      Z * ((((79 * Z2 + 776) * Z2 + 1482) * Z2 - 1920) * Z2 - 945) / 92160;
  const double N = 1 / static_cast<double>(Degrees);
  return Z + N * (G1 + N * (G2 + N * (G3 + N * G4)));
}

/// The share of resampled means to leave out at each end. Resampled means
/// spread by sqrt((n - 1) / n) too little, and normally instead of as t.
static double tailOf(size_t NumValues) {
  const double N = static_cast<double>(NumValues);
  const double Quantile =
      std::sqrt(N / (N - 1)) * studentQuantile(NumValues - 1);
  return 0.5 * std::erfc(Quantile / std::sqrt(2.0));
}

Interval bootstrapMean(const std::vector<double> &Values, uint64_t Seed,
                       size_t Resamples) {
  assert(Resamples > 0 && "no resamples to take quantiles of");
  const size_t N = Values.size();
  if (N == 0)
    return {};
  if (N == 1)
    return {Values[0], Values[0]};
  Random Draw(Seed);
  std::vector<double> Means(Resamples);
  for (double &Mean : Means) {
    double Sum = 0;
    for (size_t I = 0; I < N; ++I)
      Sum += Values[Draw.below(N)];
    Mean = Sum / static_cast<double>(N);
  }
  std::sort(Means.begin(), Means.end());
  const auto Left =
      static_cast<size_t>(tailOf(N) * static_cast<double>(Resamples));
  return {Means[Left], Means[Resamples - 1 - Left]};
}
} // namespace mlgo
