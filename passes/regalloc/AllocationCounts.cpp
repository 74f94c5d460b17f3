// What an advisor has done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationCounts.h"
#include <cstdio>

namespace mlgo {
std::string formatCounts(const AllocationCounts &S, const std::string &Own) {
  char Score[64];
  std::snprintf(Score, sizeof(Score), "%.6f", S.Score);
  return "functions=" + std::to_string(S.Functions) +
         " decisions=" + std::to_string(S.Decisions) + Own +
         " differ=" + std::to_string(S.Differ) +
         " abstained=" + std::to_string(S.Abstained) +
         " clamped=" + std::to_string(S.Clamped) +
         " stock=" + std::to_string(S.Stock) + " score=" + Score;
}
} // namespace mlgo
