// The policies for passes that are compiled into the plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/RunnerFactory.h"
#include "llvm/TargetParser/Triple.h"

namespace mlgo {
/// What policies of the task see and answer in code for \p Target: one for each
/// policy that is built in for it, or one without.
std::vector<PolicySpec> getGatePolicySpecs(const llvm::Triple &Target);
} // namespace mlgo
