// How sure a mean is
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlgo {
struct Interval {
  double Low = 0, High = 0;
};

/// A 95 % interval of the mean of what \p Values were drawn from: the expanded
/// percentile bootstrap (Hesterberg: What Teachers Should Know About the
/// Bootstrap, 2015), whose tails are widened for few values; plain percentiles
/// of five values cover the truth only four times in five. One value says
/// nothing about the spread: the interval is then that value, and [0, 0] for
/// none. All \p Values are finite.
///
/// Takes Values.size() * \p Resamples steps; a function of its arguments alone.
Interval bootstrapMean(const std::vector<double> &Values, uint64_t Seed = 1,
                       size_t Resamples = 10000);
} // namespace mlgo
