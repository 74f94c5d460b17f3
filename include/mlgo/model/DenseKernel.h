// A dense layer at every vector width
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <vector>

namespace mlgo {
/// Rows of weights are padded with zeros to a multiple of this many floats, the
/// widest vector.
constexpr uint32_t DenseRowMultiple = 16;

/// The row length for a layer with \p Out outputs.
constexpr uint32_t denseStride(uint32_t Out) {
  return (Out + DenseRowMultiple - 1) / DenseRowMultiple * DenseRowMultiple;
}

/// The instruction sets that the dense layer is compiled for. Baseline is what
/// the compiler may assume of every machine it compiles for: SSE2 on x86-64,
/// NEON on AArch64.
enum class VectorWidth : uint8_t { Baseline, AVX2, AVX512 };

/// "SSE2", "NEON" or "baseline"; "AVX2"; "AVX-512".
const char *getVectorWidthName(VectorWidth Width);

/// Y[j] = B[j] + sum over i, in order of i, of X[i] * W[i][j]; then Y[j] if
/// that is > 0, else 0, where \p ReLU is set.
///
/// \p X is [In], \p W is [In][Stride], \p B and \p Y are [Stride]; \p Stride is
/// a multiple of DenseRowMultiple. Fastest where W, B and Y are aligned to 64
/// bytes. Y must not overlap the others. Any number of threads may call it.
using DenseFunction = void (*)(const float *X, uint32_t In, uint32_t Stride,
                               const float *W, const float *B, bool ReLU,
                               float *Y);

/// The kernels that this machine can run, narrowest first; never empty.
std::vector<VectorWidth> supportedVectorWidths();

/// The widest of supportedVectorWidths(); does not allocate.
VectorWidth bestVectorWidth();

/// All widths give the same bits: each output is summed by itself, in order,
/// without fused operations. \p Width must be supported.
DenseFunction getDenseFunction(VectorWidth Width);
} // namespace mlgo
