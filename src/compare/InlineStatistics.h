// What the inliner plugin counted
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <string_view>

namespace mlgo {
/// Decisions of the inliner plugin, summed over modules.
struct InlineStatistics {
  uint64_t Modules = 0;
  uint64_t Decisions = 0;
  uint64_t Inlined = 0;
  uint64_t Differ = 0;    ///< Decided otherwise than stock would have.
  uint64_t Abstained = 0; ///< Left to the stock heuristic.
};

/// Sums a file that the plugin wrote, one line a module:
///
///   mlgo-<prefix>-stats module=a.c decisions=12 inlined=7 differ=2 abstained=0
///
/// The module's name may hold blanks. Unknown counts are passed over; lines
/// that do not start like this are errors that give their number.
Result<InlineStatistics> sumInlineStatistics(std::string_view Text);
} // namespace mlgo
