// Which functions are left to stock
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/ModelScope.h"
#include <cstdint>

namespace mlgo {
/// The shape of a function before its registers are allocated, and the limits
/// that policies of the register allocator have for it. Where pressure is high,
/// no estimate of single choices sees what one does.
struct AllocationShape {
  uint64_t LargestBlock = 0; ///< Its machine instructions.
  uint64_t Instructions = 0; ///< Of the function,
  uint64_t Calls = 0;        ///< and how many of them are calls.

  static std::vector<ScopeLimit> limits() {
    return {{"largest_block",
             "functions that have a block of more machine instructions are "
             "left to stock",
             0, 1000000},
            {"instructions_per_call",
             "so are functions that have more of them for each call, "
             "themselves counted as a call",
             0, 1000000}};
  }

  /// Whether a policy for \p Scope decides in such a function.
  bool isServedBy(const ModelScope &Scope) const {
    const auto IsWithin = [&](const char *Name, uint64_t Value, uint64_t Unit) {
      const auto Limit = Scope.limit(Name);
      return !Limit || Value <= uint64_t(std::max(*Limit, 0)) * Unit;
    };
    return IsWithin("largest_block", LargestBlock, 1) &&
           IsWithin("instructions_per_call", Instructions, Calls + 1);
  }
};
} // namespace mlgo
