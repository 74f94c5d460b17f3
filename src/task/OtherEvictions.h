// Evictions that differ from a policy's, to be tried
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>

namespace mlgo {
/// A function's attribute of this name lists, with commas between them, the
/// numbers of the groups of its evictions that are answered otherwise.
inline constexpr const char *OtherEvictionsAttribute = "mlgo-other-evictions";

/// In how many groups the evictions of a function are. A number of the list
/// divided by this is what draws the other answers.
inline constexpr unsigned EvictionGroups = 4;

/// A number that is as good as drawn by \p From, the same everywhere.
constexpr uint64_t drawNumber(uint64_t From) {
  From = (From + 1) * 0x9E3779B97F4A7C15;
  From = (From ^ (From >> 31)) * 0xD6E8FEB86659FD93;
  return From ^ (From >> 32);
}
} // namespace mlgo
