// Registers in trials of inlining
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <vector>

namespace mlgo {
/// Reads the model files \p Models: policies that decide evictions where trials
/// of inlining generate code, as they do in a build with the plugin of all
/// advisors, whose exact rules hold, too. Of two, one decides in
/// functions with minsize or optsize, and the other in all others. None: stock
/// decides.
Status prepareTrialAllocation(const std::vector<std::string> &Models);

/// Has them decide in the module whose code this process generates next; once
/// in a process, which was forked after they were read.
void installTrialAllocation();
} // namespace mlgo
