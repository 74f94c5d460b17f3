// What rewards say, whatever their units
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlgo {
/// How rewards become utilities of mean 0.
enum class RewardShaping : uint8_t {
  /// Ranks spread evenly over [-1/2, 1/2]: outliers count no more than others
  /// (Salimans et al., arXiv 1703.03864). Equal rewards share their mean rank,
  /// for policies that decide alike must not be told apart.
  CenteredRanks,
  /// Mean 0 and deviation 1 (Mania, Guy, Recht, arXiv 1803.07055).
  Standardised,
};

/// The utilities of \p Rewards, in their order; all 0 when all are equal.
std::vector<double> shapeRewards(const std::vector<double> &Rewards,
                                 RewardShaping Shaping);

/// The indices of all \p Rewards, best first, equal ones in order of index.
std::vector<size_t> orderOfRewards(const std::vector<double> &Rewards);
} // namespace mlgo
