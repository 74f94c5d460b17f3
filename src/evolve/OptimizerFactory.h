// The optimizer a configuration names
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evolve/TrainingConfig.h"
#include "mlgo/evolve/Optimizer.h"
#include <memory>

namespace mlgo {
/// The optimizer that \p Config describes, at \p Start.
Result<std::unique_ptr<Optimizer>> createOptimizer(const TrainingConfig &Config,
                                                   std::vector<double> Start,
                                                   std::vector<double> Scales);
} // namespace mlgo
