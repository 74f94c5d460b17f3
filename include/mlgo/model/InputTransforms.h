// The arithmetic that both faces share
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>

namespace mlgo {
/// InputTransform::Quantile: \p Scale times the number of the \p Count
/// ascending \p Edges that are <= \p Ordered.
inline float quantileTransform(int64_t Ordered, const int64_t *Edges,
                               size_t Count, float Scale) {
  // Binary search for the first edge above. The steps depend on Count only, and
  // compilers make a conditional move of each, so nothing is mispredicted.
  const int64_t *First = Edges;
  for (size_t Length = Count; Length > 0;) {
    const size_t Half = (Length + 1) / 2;
    First += First[Half - 1] <= Ordered ? Half : 0;
    Length -= Half;
  }
  return static_cast<float>(First - Edges) * Scale;
}

/// InputTransform::Log2: \p Scale times the bit width of |\p Value|, with the
/// sign of \p Value.
inline float log2Transform(int64_t Value, float Scale) {
  const uint64_t Magnitude = Value < 0 ? ~static_cast<uint64_t>(Value) + 1
                                       : static_cast<uint64_t>(Value);
  const int Width = Magnitude ? 64 - __builtin_clzll(Magnitude) : 0;
  return static_cast<float>(Value < 0 ? -Width : Width) * Scale;
}

/// InputTransform::ScaleClamp: \p Value clamped to [\p Low, \p High], times
/// \p Scale. Not-a-number becomes \p Low.
inline float scaleClampTransform(float Value, float Scale, float Low,
                                 float High) {
  const float Clamped = !(Value >= Low) ? Low : Value > High ? High : Value;
  return Clamped * Scale;
}

/// The index of the largest of \p Count \p Logits, the smallest on a tie.
inline int64_t argmax(const float *Logits, size_t Count) {
  size_t Best = 0;
  for (size_t I = 1; I < Count; ++I)
    if (Logits[I] > Logits[Best])
      Best = I;
  return static_cast<int64_t>(Best);
}

/// \p Value rounded towards zero; not-a-number is 0, and what is too large for
/// a sum is the largest that is not.
inline int64_t roundOffset(float Value) {
  const float Most = 0x1p62f;
  if (Value != Value)
    return 0;
  return static_cast<int64_t>(Value < -Most  ? -Most
                              : Value > Most ? Most
                                             : Value);
}

/// The sum, or the limit that it would pass.
inline int64_t addToDefault(int64_t Default, int64_t Offset) {
  int64_t Sum;
  if (__builtin_add_overflow(Default, Offset, &Sum))
    return Offset < 0 ? INT64_MIN : INT64_MAX;
  return Sum;
}
} // namespace mlgo
