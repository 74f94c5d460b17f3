// Scalars as integers of the same order
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace mlgo {
/// Maps \p X to an integer such that A < B implies orderedValue(A) <
/// orderedValue(B). Integers map to themselves (uint64_t saturates at
/// INT64_MAX), floating-point numbers to their bits with the sign folded in,
/// -0.0 to 0. NaNs lie outside of both infinities. Thresholds, edges and ranges
/// in model files are such values, so comparing never rounds.
template <typename T> inline int64_t orderedValue(T X) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
    Bits B;
    std::memcpy(&B, &X, sizeof(T));
    constexpr Bits Magnitude =
        sizeof(T) == 4 ? Bits(INT32_MAX) : Bits(INT64_MAX);
    return B < 0 ? -static_cast<int64_t>(B & Magnitude)
                 : static_cast<int64_t>(B);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return X > uint64_t(INT64_MAX) ? INT64_MAX : static_cast<int64_t>(X);
  } else {
    return static_cast<int64_t>(X);
  }
}
} // namespace mlgo
