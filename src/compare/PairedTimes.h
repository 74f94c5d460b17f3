// Which of two programs is faster
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A machine is faster now and slower then. Two programs that run one after the
// other, again and again, see the same of it; each pair says by how much they
// differ.

#pragma once

#include "mlgo/support/Result.h"
#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace mlgo {
/// The median of some numbers, and where the true one lies, at least 19 times
/// of 20: between two of the numbers, which no assumption about how they
/// scatter is needed for. With fewer than six it may be beyond all of them.
struct MedianInterval {
  double Median = 0, Low = 0, High = 0;
  bool IsCertain = false; ///< There are enough numbers.
};

/// All 0 for none. Takes Values.size() log Values.size() steps.
MedianInterval medianInterval(std::vector<double> Values);

/// Seconds of a first and a second program, run one after the other.
using PairedTimes = std::vector<std::pair<double, double>>;

/// By how many percent the second takes longer. Pairs of no time are left out.
MedianInterval compareTimes(const PairedTimes &Times);

/// Seconds that a run took.
struct RunTime {
  double Wall = 0; ///< Until it ended.
  double CPU = 0;  ///< Of processors, in it and in the kernel for it.

  RunTime &operator+=(const RunTime &Other);
};

/// Times what child processes do from its construction on. The time of
/// processors is that of children that have ended and were waited for.
class RunClock {
public:
  RunClock();
  RunTime read() const;

private:
  std::chrono::steady_clock::time_point Begin;
  double CPU;
};

/// By how many percent a second program takes longer than a first.
struct TimeComparison {
  MedianInterval Wall, CPU;
  size_t Pairs = 0;
};

/// Has \p Run run the first program, or the second if it is given true, and
/// compares the times of \p Pairs such pairs. Each is first in half of them. An
/// error of \p Run ends it.
Result<TimeComparison>
timeInPairs(const std::function<Result<RunTime>(bool OfSecond)> &Run,
            unsigned Pairs);
} // namespace mlgo
