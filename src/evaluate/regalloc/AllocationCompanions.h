// Policies beside the tried one
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/regalloc/AllocationTask.h"

namespace mlgo {
/// Policies of other tasks that decide in all trials: bytes of model files, by
/// the name of their task.
using AllocationCompanions = std::map<std::string, std::string>;

/// Reads the model files \p Paths. Each must be of another task of the register
/// allocator, and none of \p Tried, whose decisions are tried.
Result<AllocationCompanions>
readAllocationCompanions(const std::vector<std::string> &Paths,
                         const AllocationTask &Tried);

/// \p Tried, as it is where \p Companions decide their tasks. \p Tried is to
/// outlive it.
std::unique_ptr<const AllocationTask>
makeAccompanied(const AllocationTask &Tried, AllocationCompanions Companions);
} // namespace mlgo
