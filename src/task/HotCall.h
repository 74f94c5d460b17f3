// Which calls run often
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>

namespace mlgo {
/// Whether a policy for size leaves a call that stock inlines to stock, as it
/// runs often: \p Frequency times in 64 executions of its caller, as the input
/// `call_frequency` has it. At -Oz that is four times in each. At -Os, where
/// stock inlines for speed, too, it is once in four: who calls the caller in a
/// loop is unknown here, and so is which side of a branch is taken.
constexpr bool isHotCall(int64_t Frequency, bool IsMinSize) {
  return Frequency >= (IsMinSize ? int64_t(4) * 64 : 16);
}

/// The same of sixteen times in each, where a policy may say by its limit
/// `loop_threshold` that it is not asked.
constexpr bool isVeryHotCall(int64_t Frequency) {
  return Frequency >= int64_t(16) * 64;
}
} // namespace mlgo
