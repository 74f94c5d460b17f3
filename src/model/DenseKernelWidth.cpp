// A dense layer for one instruction set
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled once for each VectorWidth, with these definitions:
//   Eigen                  a name of its own for Eigen's namespace
//   MLGO_DENSE_NAMESPACE   a name of its own for our inline functions
//   MLGO_DENSE_FUNCTION    the name of the one function that is exported

#include "mlgo/model/DenseBlocks.h"

namespace mlgo {
void MLGO_DENSE_FUNCTION(const float *X, uint32_t In, uint32_t Stride,
                         const float *W, const float *B, bool ReLU, float *Y);

void MLGO_DENSE_FUNCTION(const float *X, uint32_t In, uint32_t Stride,
                         const float *W, const float *B, bool ReLU, float *Y) {
  MLGO_DENSE_NAMESPACE::denseLayer(X, In, Stride, W, B, ReLU, Y);
}
} // namespace mlgo
