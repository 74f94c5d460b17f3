// Counts that follow from others
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <vector>

namespace mlgo {
/// By block of a function, the blocks that may come after it.
using BlockGraph = std::vector<std::vector<unsigned>>;

/// Finds counts of blocks by those of others: a block is entered as often as it
/// is left. \p Counts below 0 are not known; those that follow are set, and no
/// other is changed. Blocks without successors are left otherwise; \p First is
/// entered otherwise, too.
void completeCounts(const BlockGraph &Successors, std::vector<double> &Counts,
                    unsigned First = 0);
} // namespace mlgo
