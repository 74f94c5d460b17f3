//===- PairedTimes.cpp - Which of two programs is faster ------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/compare/PairedTimes.h"

#include <algorithm>
#include <cmath>

namespace mlgo {
namespace {

/// How many numbers at each end of \p Count, in order, are beyond an interval
/// that has the median at least 19 times of 20: as a coin that falls on one
/// side so seldom.
size_t beyond(size_t Count) {
  double Chance = std::pow(0.5, double(Count)), Sum = Chance;
  size_t Left = 0;
  while (Sum <= 0.025 && Left < Count) {
    ++Left;
    Chance *= double(Count - Left + 1) / double(Left);
    Sum += Chance;
  }
  return Left;
}

} // namespace

MedianInterval medianInterval(std::vector<double> Values) {
  MedianInterval Found;
  if (Values.empty())
    return Found;
  std::sort(Values.begin(), Values.end());
  const size_t Count = Values.size();
  Found.Median = (Values[(Count - 1) / 2] + Values[Count / 2]) / 2;
  const size_t Beyond = beyond(Count);
  Found.IsCertain = Beyond > 0;
  const size_t At = Found.IsCertain ? Beyond - 1 : 0;
  Found.Low = Values[At];
  Found.High = Values[Count - 1 - At];
  return Found;
}

MedianInterval compareTimes(const PairedTimes &Times) {
  std::vector<double> Percent;
  for (const auto &[First, Second] : Times)
    if (First > 0 && Second > 0)
      Percent.push_back(100 * (Second / First - 1));
  return medianInterval(std::move(Percent));
}

} // namespace mlgo
