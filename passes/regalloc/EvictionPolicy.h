// An eviction policy from a model file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/RunnerFactory.h"

namespace mlgo {
/// Runners for evictions have getEvictionInputs: in release mode all, of as
/// many columns as the model has, be it one that scores each column or one that
/// sees all at once. Otherwise there are LLVM's, and ours only if the model
/// under training looks at them.
PolicySpec getEvictionPolicySpec();
} // namespace mlgo
