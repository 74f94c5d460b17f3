// Counter-based random numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace mlgo {
/// Mixes \p X into 64 well-spread bits: the finaliser of SplitMix64 (Steele,
/// Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
constexpr uint64_t mixBits(uint64_t X) {
  X += 0x9E3779B97F4A7C15u;
  X = (X ^ (X >> 30)) * 0xBF58476D1CE4E5B9u;
  X = (X ^ (X >> 27)) * 0x94D049BB133111EBu;
  return X ^ (X >> 31);
}

/// A stream of random numbers that is a function of (seed, stream) alone, so
/// that work split over any number of workers draws the same numbers.
class Random {
public:
  explicit constexpr Random(uint64_t Seed, uint64_t Stream = 0)
      : Key(mixBits(mixBits(Seed) ^ mixBits(~Stream))) {}

  constexpr uint64_t next() { return mixBits(Key ^ mixBits(Counter++)); }

  /// Uniform in [0, \p Bound); \p Bound > 0. The bias is below Bound / 2^64.
  constexpr uint64_t below(uint64_t Bound) {
    return static_cast<uint64_t>(
        (static_cast<unsigned __int128>(next()) * Bound) >> 64);
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  constexpr double uniform() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
  }

  /// Fisher-Yates.
  template <typename Container> void shuffle(Container &Items) {
    for (size_t I = Items.size(); I > 1; --I)
      std::swap(Items[I - 1], Items[below(I)]);
  }

private:
  uint64_t Key;
  uint64_t Counter = 0;
};
} // namespace mlgo
