// Which of two programs is faster
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/PairedTimes.h"
#include <algorithm>
#include <cmath>
#include <sys/resource.h>

namespace mlgo {
/// How many numbers at each end of \p Count, in order, are beyond an interval
/// that has the median at least 19 times of 20: as a coin that falls on one
/// side so seldom.
static size_t beyond(size_t Count) {
  double Chance = std::pow(0.5, double(Count)), Sum = Chance;
  size_t Left = 0;
  while (Sum <= 0.025 && Left < Count) {
    ++Left;
    Chance *= double(Count - Left + 1) / double(Left);
    Sum += Chance;
  }
  return Left;
}

static double cpuSecondsOfChildren() {
  rusage Usage{};
  ::getrusage(RUSAGE_CHILDREN, &Usage);
  const auto Seconds = [](const timeval &T) {
    return double(T.tv_sec) + double(T.tv_usec) / 1e6;
  };
  return Seconds(Usage.ru_utime) + Seconds(Usage.ru_stime);
}

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

RunTime &RunTime::operator+=(const RunTime &Other) {
  Wall += Other.Wall;
  CPU += Other.CPU;
  return *this;
}

RunClock::RunClock()
    : Begin(std::chrono::steady_clock::now()), CPU(cpuSecondsOfChildren()) {}

RunTime RunClock::read() const {
  const std::chrono::duration<double> Wall =
      std::chrono::steady_clock::now() - Begin;
  return {Wall.count(), cpuSecondsOfChildren() - CPU};
}

Result<TimeComparison>
timeInPairs(const std::function<Result<RunTime>(bool OfSecond)> &Run,
            unsigned Pairs) {
  PairedTimes Wall, CPU;
  for (unsigned I = 0; I < Pairs; ++I) {
    // Who is first makes no difference in the end.
    const bool SecondIsFirst = I % 2;
    const RunTime A = MLGO_TRY(Run(SecondIsFirst));
    const RunTime B = MLGO_TRY(Run(!SecondIsFirst));
    const RunTime &First = SecondIsFirst ? B : A,
                  &Second = SecondIsFirst ? A : B;
    Wall.emplace_back(First.Wall, Second.Wall);
    CPU.emplace_back(First.CPU, Second.CPU);
  }
  return TimeComparison{compareTimes(Wall), compareTimes(CPU), Pairs};
}
} // namespace mlgo
