// Normal random numbers, the same everywhere
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlgo {
/// ln \p X of a normal X > 0 by additions, multiplications and divisions, which
/// unlike a library's logarithm have the same bits on every machine. The error
/// is below 2 units in the last place, or below 3e-16 near 1.
double exactLog(double X);

/// e to the \p X, likewise; \p X is clamped to [-700, 700].
double exactExp(double X);

/// \p Count independent standard normal numbers, a function of the arguments
/// alone: Marsaglia's polar method (Marsaglia, Bray 1964) on the counter-based
/// generator.
std::vector<double> gaussianNoise(uint64_t Seed, uint64_t Generation,
                                  uint64_t Index, size_t Count);
} // namespace mlgo
