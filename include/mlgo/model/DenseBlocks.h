// A dense layer in Eigen expressions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one source of the arithmetic. It is compiled for each vector width, and
// into generated models that are used without the kernels' object files.
//
// Each compilation for another instruction set defines MLGO_DENSE_NAMESPACE and
// renames Eigen: the linker keeps one of several inline functions of the same
// name, and that one must not use instructions which the machine lacks.

#pragma once

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
/// Outputs [0, 16 * Parts) of a layer. Their sums stay in vector registers
/// while the inputs pass by.
template <int Parts>
MLGO_NO_CONTRACTION inline void
denseBlock(const float *X, uint32_t In, uint32_t Stride, const float *W,
           const float *B, bool ReLU, float *Y) {
  using Row = Eigen::Array<float, 16 * Parts, 1>;
  Eigen::Map<Row> Outputs(Y);
  Row Sum = Eigen::Map<const Row>(B);
  for (uint32_t I = 0; I < In; ++I, W += Stride)
    Sum += X[I] * Eigen::Map<const Row>(W);
  // Not Eigen's max: what it makes of -0 and of not-a-number depends on the
  // instruction set.
  if (ReLU)
    for (int J = 0; J < 16 * Parts; ++J)
      Sum[J] = Sum[J] > 0 ? Sum[J] : 0;
  Outputs = Sum;
}

/// denseBlock<Count>, where Count is at most Parts.
template <int Parts>
MLGO_NO_CONTRACTION inline void
denseBlockOf(uint32_t Count, const float *X, uint32_t In, uint32_t Stride,
             const float *W, const float *B, bool ReLU, float *Y) {
  if constexpr (Parts > 1)
    if (Count < Parts)
      return denseBlockOf<Parts - 1>(Count, X, In, Stride, W, B, ReLU, Y);
  denseBlock<Parts>(X, In, Stride, W, B, ReLU, Y);
}

/// A DenseFunction for the instruction set of the including file.
MLGO_NO_CONTRACTION inline void denseLayer(const float *X, uint32_t In,
                                           uint32_t Stride, const float *W,
                                           const float *B, bool ReLU,
                                           float *Y) {
  // Twelve registers of sums leave some for weights and inputs; six hide the
  // time that an addition takes. So blocks are as few and as equal as possible.
  constexpr int Packet = Eigen::internal::packet_traits<float>::size;
  constexpr int MaxParts = Packet < 4 ? 1 : 12 * Packet / 16;
  const uint32_t Parts = Stride / 16;
  const uint32_t Blocks = (Parts + MaxParts - 1) / MaxParts;
  uint32_t Done = 0;
  for (uint32_t I = 1; I <= Blocks; ++I) {
    const uint32_t End = Parts * I / Blocks;
    denseBlockOf<MaxParts>(End - Done, X, In, Stride, W + Done * 16,
                           B + Done * 16, ReLU, Y + Done * 16);
    Done = End;
  }
}
} // namespace MLGO_DENSE_NAMESPACE
} // namespace mlgo

#undef MLGO_NO_CONTRACTION
