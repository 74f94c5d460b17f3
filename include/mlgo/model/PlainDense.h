// A dense layer as a loop
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>

namespace mlgo {
/// A DenseFunction with the bits of the others, and neither Eigen nor kernels:
/// for generated models so small that vectors gain them nothing. Fused
/// operations are forbidden as in DenseBlocks.h.
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("fp-contract=off")))
#endif
inline void plainDense(const float *X, uint32_t In, uint32_t Stride,
                       const float *W, const float *B, bool ReLU, float *Y) {
  for (uint32_t J = 0; J < Stride; ++J) {
    float Sum = B[J];
    for (uint32_t I = 0; I < In; ++I) {
      // In a statement of its own, so that Clang does not fuse it.
      const float Product = X[I] * W[I * Stride + J];
      Sum += Product;
    }
    Y[J] = !ReLU || Sum > 0 ? Sum : 0;
  }
}
} // namespace mlgo
