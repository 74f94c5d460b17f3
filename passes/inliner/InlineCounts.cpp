// What was decided, in numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineCounts.h"

namespace mlgo {
std::string formatCounts(const InlineCounts &S) {
  return "decisions=" + std::to_string(S.Decisions) +
         " inlined=" + std::to_string(S.Inlined) +
         " differ=" + std::to_string(S.Differ) +
         " abstained=" + std::to_string(S.Abstained) +
         " matched=" + std::to_string(S.Matched) +
         " stock=" + std::to_string(S.Stock);
}
} // namespace mlgo
