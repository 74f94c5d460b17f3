// Tests of Bootstrap
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Bootstrap.h"
#include "mlgo/support/Random.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace mlgo;

namespace {

/// Normal with mean 0 and deviation 1, nearly.
double normal(Random &Draw) {
  double Sum = -6;
  for (int I = 0; I < 12; ++I)
    Sum += Draw.uniform();
  return Sum;
}

/// How many of \p Trials intervals of \p N values around 3 hold 3.
unsigned countCovered(size_t N, unsigned Trials) {
  unsigned Covered = 0;
  for (unsigned Trial = 0; Trial < Trials; ++Trial) {
    Random Draw(N, Trial);
    std::vector<double> Values(N);
    for (double &Value : Values)
      Value = 3 + normal(Draw);
    const Interval I = bootstrapMean(Values, Trial, 1000);
    Covered += I.Low <= 3 && 3 <= I.High;
  }
  return Covered;
}

} // namespace

TEST_CASE("Bootstrap: intervals cover the truth as often as they say") {
  // 950 of 1000 expected, deviation 7; few values are no excuse.
  for (const size_t N : {5, 8, 30, 100}) {
    const unsigned Covered = countCovered(N, 1000);
    INFO(N << " values: " << Covered << " of 1000");
    CHECK(Covered >= 915);
    CHECK(Covered <= 975);
  }
}

TEST_CASE("Bootstrap: the width is that of the normal distribution") {
  Random Draw(5);
  std::vector<double> Values(400);
  double Sum = 0, Squares = 0;
  for (double &Value : Values) {
    Value = normal(Draw);
    Sum += Value;
    Squares += Value * Value;
  }
  const double N = 400, Mean = Sum / N;
  const double Error = std::sqrt((Squares / N - Mean * Mean) / (N - 1));
  const Interval I = bootstrapMean(Values);
  CHECK(I.High - I.Low == Approx(2 * 1.96 * Error).epsilon(0.05));
  CHECK((I.Low + I.High) / 2 == Approx(Mean).margin(0.1 * Error));
}

TEST_CASE("Bootstrap: none, one, equal and two values") {
  CHECK(bootstrapMean({}).Low == 0);
  CHECK(bootstrapMean({}).High == 0);
  CHECK(bootstrapMean({-4}).Low == -4);
  CHECK(bootstrapMean({-4}).High == -4);
  const Interval Equal = bootstrapMean({2, 2, 2, 2});
  CHECK(Equal.Low == 2);
  CHECK(Equal.High == 2);
  // All that two values show.
  const Interval Two = bootstrapMean({1, 2});
  CHECK(Two.Low == 1);
  CHECK(Two.High == 2);
}

TEST_CASE("Bootstrap: the seed decides, and a single resample will do") {
  const std::vector<double> Values = {0.5, -7, 3, 1, 9, -2, 4};
  const Interval A = bootstrapMean(Values, 3, 500);
  const Interval Again = bootstrapMean(Values, 3, 500);
  const Interval Other = bootstrapMean(Values, 4, 500);
  CHECK(A.Low == Again.Low);
  CHECK(A.High == Again.High);
  CHECK((A.Low != Other.Low || A.High != Other.High));
  const Interval Single = bootstrapMean(Values, 3, 1);
  CHECK(Single.Low == Single.High);
}
