// What was decided, in numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <string>

namespace mlgo {
/// Counts over the call sites of one module that could be decided either way.
struct InlineCounts {
  uint64_t Decisions = 0;
  uint64_t Inlined = 0;   ///< The decision was yes.
  uint64_t Differ = 0;    ///< It was not what the stock heuristic says.
  uint64_t Abstained = 0; ///< Its inputs were outside of its training range.
  uint64_t Matched = 0;   ///< Decided by a decisions file.
  uint64_t Stock = 0;     ///< Call sites left to the stock heuristic.
};

/// What --mlgo-inline-stats prints behind the module's name, and `mlgo compare`
/// reads: `decisions=N inlined=N differ=N abstained=N matched=N stock=N`.
inline std::string formatCounts(const InlineCounts &S) {
  return "decisions=" + std::to_string(S.Decisions) +
         " inlined=" + std::to_string(S.Inlined) +
         " differ=" + std::to_string(S.Differ) +
         " abstained=" + std::to_string(S.Abstained) +
         " matched=" + std::to_string(S.Matched) +
         " stock=" + std::to_string(S.Stock);
}
} // namespace mlgo
