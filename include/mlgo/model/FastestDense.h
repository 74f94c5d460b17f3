// The dense layer of generated models
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/DenseKernel.h"

// The target has the kernels' object files: mlgo_add_aot_model defines this.
#ifndef MLGO_AOT_KERNELS
#include "mlgo/model/DenseBlocks.h"
#endif

namespace mlgo {
/// The fastest that the target has; all give the same bits.
static inline DenseFunction fastestDense() {
#ifdef MLGO_AOT_KERNELS
  return getDenseFunction(bestVectorWidth());
#else
  return MLGO_DENSE_NAMESPACE::denseLayer;
#endif
}
} // namespace mlgo
