// What an advisor has done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/Text.h"
#include <cstdint>

namespace mlgo {
/// What happened to the decisions of a module.
struct AllocationCounts {
  uint64_t Functions = 0; ///< With a decision.
  uint64_t Decisions = 0; ///< With more than one legal answer.
  uint64_t Differ = 0;    ///< It was not the stock advisor's.
  uint64_t Abstained = 0; ///< Inputs were outside of the policy's range.
  uint64_t Clamped = 0;   ///< The answer was not legal and was replaced.
  uint64_t Stock = 0;     ///< Left to the stock advisor, nobody else asked.
  double Score = 0; ///< Sum of all functions' scores, see AllocationScore.
};

/// Words `key=value`; \p Own, which begins with a space, are those of one
/// advisor only.
inline std::string formatCounts(const AllocationCounts &S,
                                const std::string &Own = "") {
  return "functions=" + std::to_string(S.Functions) +
         " decisions=" + std::to_string(S.Decisions) + Own +
         " differ=" + std::to_string(S.Differ) +
         " abstained=" + std::to_string(S.Abstained) +
         " clamped=" + std::to_string(S.Clamped) +
         " stock=" + std::to_string(S.Stock) +
         formatText(" score=%.6f", S.Score);
}
} // namespace mlgo
