// Tests of Random
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/Random.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

using namespace mlgo;

TEST_CASE("Random: a function of seed and stream") {
  Random A(1, 2), B(1, 2), OtherSeed(2, 2), OtherStream(1, 3);
  const uint64_t First = A.next();
  CHECK(First == B.next());
  CHECK(First != OtherSeed.next());
  CHECK(First != OtherStream.next());
  CHECK(A.next() != First);
}

TEST_CASE("Random: numbers are uniform") {
  Random R(7);
  std::vector<int> Counts(10);
  double Sum = 0;
  for (int I = 0; I < 100000; ++I) {
    ++Counts[R.below(10)];
    const double U = R.uniform();
    REQUIRE(U >= 0);
    REQUIRE(U < 1);
    Sum += U;
  }
  // Five standard deviations of a binomial and of a mean.
  for (int Count : Counts)
    CHECK(std::abs(Count - 10000) < 5 * 95);
  CHECK(std::abs(Sum / 100000 - 0.5) < 5 * 0.00092);
}

TEST_CASE("Random: shuffle permutes") {
  std::vector<int> Items(100), Sorted(100);
  std::iota(Items.begin(), Items.end(), 0);
  Sorted = Items;
  Random(3).shuffle(Items);
  CHECK(Items != Sorted);
  std::sort(Items.begin(), Items.end());
  CHECK(Items == Sorted);
}
