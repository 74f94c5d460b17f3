// Checks that optimizers share
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mlgo {
/// Generations that bytes may speak of.
constexpr uint64_t MaxGeneration = uint64_t(1) << 48;

/// Checks the options that all optimizers have, and fills \p Scales with ones
/// if it is empty.
Status checkOptimizer(const std::vector<double> &Start, double Sigma,
                      double MinSurvivors, std::vector<double> &Scales);

/// A number of rewards that is not expected.
Error wrongRewards(size_t Found, size_t Expected);

/// True for a reward that can be used.
bool isReward(const std::optional<double> &Reward);

bool allFinite(const std::vector<double> &Values);
} // namespace mlgo
