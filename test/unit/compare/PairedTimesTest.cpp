// Tests of PairedTimes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/PairedTimes.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("PairedTimes: the interval of a median is between two numbers") {
  // Of 7 draws all are on one side once in 64 times, of 11 at most one once in
  // 85: the tables of the sign test.
  MedianInterval I = medianInterval({7, 1, 6, 2, 5, 3, 4});
  CHECK(I.IsCertain);
  CHECK(I.Median == 4);
  CHECK(I.Low == 1);
  CHECK(I.High == 7);
  I = medianInterval({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  CHECK(I.Median == 6);
  CHECK(I.Low == 2);
  CHECK(I.High == 10);
  I = medianInterval({1, 2, 3, 4});
  CHECK_FALSE(I.IsCertain);
  CHECK(I.Median == 2.5);
  CHECK(I.Low == 1);
  CHECK(I.High == 4);
  CHECK(medianInterval({}).Median == 0);
  CHECK(medianInterval({3}).High == 3);
}

TEST_CASE("PairedTimes: pairs say by how much the second differs") {
  PairedTimes Times;
  for (double Slow : {1., 5., 2., 9., 1., 3., 4., 8.})
    Times.emplace_back(Slow, Slow * 0.9);
  Times.emplace_back(0, 1);
  const MedianInterval I = compareTimes(Times);
  CHECK(I.IsCertain);
  CHECK(I.Median == Approx(-10));
  CHECK(I.Low == Approx(-10));
  CHECK(I.High == Approx(-10));
}

TEST_CASE("PairedTimes: each program is first in half of the pairs") {
  std::vector<bool> Order;
  auto Times = timeInPairs(
      [&](bool OfSecond) -> Result<RunTime> {
        Order.push_back(OfSecond);
        return OfSecond ? RunTime{3, 1} : RunTime{2, 2};
      },
      8);
  REQUIRE(Times);
  CHECK(Order.size() == 16);
  CHECK(Order[0] == false);
  CHECK(Order[2] == true);
  CHECK(Times->Pairs == 8);
  CHECK(Times->Wall.Median == Approx(50));
  CHECK(Times->CPU.Median == Approx(-50));
  const auto Failed = timeInPairs(
      [](bool) -> Result<RunTime> { return Error("it does not start"); }, 8);
  REQUIRE_FALSE(Failed);
  CHECK(Failed.error().message() == "it does not start");
}
