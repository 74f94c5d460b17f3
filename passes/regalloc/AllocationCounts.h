// What an advisor has done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <string>

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
std::string formatCounts(const AllocationCounts &S,
                         const std::string &Own = "");
} // namespace mlgo
