//===- DenseBlocks.h - A dense layer in Eigen expressions -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one source of the arithmetic. It is compiled for each vector width, and
// into generated models that are used without the kernels' object files.
//
// Each compilation for another instruction set defines MLGO_DENSE_NAMESPACE and
// renames Eigen: the linker keeps one of several inline functions of the same
// name, and that one must not use instructions which the machine lacks.
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_MODEL_DENSEBLOCKS_H
#define MLGO_MODEL_DENSEBLOCKS_H

#include <Eigen/Core>

#include <cstdint>

#ifndef MLGO_DENSE_NAMESPACE
#define MLGO_DENSE_NAMESPACE dense_inline
#endif

// GCC fuses multiplications and additions across expressions unless told not
// to, and users of a generated header compile it with flags of their own. Clang
// by default fuses within expressions only, and here the two are functions of
// Eigen. Told -ffp-contract=fast, it fuses here too, which no attribute
// forbids; so Clang must not be told that, and neither compiler -ffast-math.
#if defined(__GNUC__) && !defined(__clang__)
#define MLGO_NO_CONTRACTION __attribute__((optimize("fp-contract=off")))
#else
#define MLGO_NO_CONTRACTION
#endif

namespace mlgo {
namespace MLGO_DENSE_NAMESPACE {

/// What remains of a layer from output \p J on, in blocks of \p Width outputs
/// and then of less. The sums of a block stay in vector registers while the
/// inputs pass by.
template <int Width>
MLGO_NO_CONTRACTION inline void
denseBlocks(const float *X, uint32_t In, uint32_t Stride, const float *W,
            const float *B, float *Y, uint32_t J) {
  using Row = Eigen::Array<float, Width, 1>;
  for (; J + Width <= Stride; J += Width) {
    Row Sum = Eigen::Map<const Row>(B + J);
    const float *Weights = W + J;
    for (uint32_t I = 0; I < In; ++I, Weights += Stride)
      Sum += X[I] * Eigen::Map<const Row>(Weights);
    Eigen::Map<Row>(Y + J) = Sum;
  }
  if constexpr (Width > 16)
    denseBlocks<Width / 2>(X, In, Stride, W, B, Y, J);
}

/// A DenseFunction for the instruction set of the including file.
MLGO_NO_CONTRACTION inline void denseLayer(const float *X, uint32_t In,
                                           uint32_t Stride, const float *W,
                                           const float *B, bool ReLU,
                                           float *Y) {
  // Eight registers of sums hide the time that an addition takes.
  constexpr int Width = 8 * Eigen::internal::packet_traits<float>::size;
  denseBlocks<(Width < 16 ? 16 : Width)>(X, In, Stride, W, B, Y, 0);
  // Not Eigen's max: what it makes of -0 and of not-a-number depends on the
  // instruction set.
  if (ReLU)
    for (uint32_t J = 0; J < Stride; ++J)
      Y[J] = Y[J] > 0 ? Y[J] : 0;
}

} // namespace MLGO_DENSE_NAMESPACE
} // namespace mlgo

#undef MLGO_NO_CONTRACTION

#endif // MLGO_MODEL_DENSEBLOCKS_H
