// Picks a dense layer for this machine
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLGO_DENSE_AVX2 and MLGO_DENSE_AVX512 say which compilations of
// DenseKernelWidth.cpp exist.

#include "mlgo/model/DenseKernel.h"
#include <cassert>

namespace mlgo {
// Each defined by one compilation of DenseKernelWidth.cpp.
void runDenseBaseline(const float *X, uint32_t In, uint32_t Stride,
                      const float *W, const float *B, bool ReLU, float *Y);
void runDenseAVX2(const float *X, uint32_t In, uint32_t Stride, const float *W,
                  const float *B, bool ReLU, float *Y);
void runDenseAVX512(const float *X, uint32_t In, uint32_t Stride,
                    const float *W, const float *B, bool ReLU, float *Y);

const char *getVectorWidthName(VectorWidth Width) {
  switch (Width) {
  case VectorWidth::AVX2:
    return "AVX2";
  case VectorWidth::AVX512:
    return "AVX-512";
  case VectorWidth::Baseline:
    break;
  }
#if defined(__SSE2__)
  return "SSE2";
#elif defined(__ARM_NEON)
  return "NEON";
#else
  return "baseline";
#endif
}

VectorWidth bestVectorWidth() {
#ifdef MLGO_DENSE_AVX512
  // What -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma permits. The compiler
  // also asks the operating system whether it saves the registers.
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma"))
    return VectorWidth::AVX512;
#endif
#ifdef MLGO_DENSE_AVX2
  if (__builtin_cpu_supports("avx2"))
    return VectorWidth::AVX2;
#endif
  return VectorWidth::Baseline;
}

std::vector<VectorWidth> supportedVectorWidths() {
  std::vector<VectorWidth> Widths = {VectorWidth::Baseline};
  // Whoever has AVX-512 has AVX2.
  for (VectorWidth Width : {VectorWidth::AVX2, VectorWidth::AVX512})
    if (Width <= bestVectorWidth())
      Widths.push_back(Width);
  return Widths;
}

DenseFunction getDenseFunction(VectorWidth Width) {
  assert(Width <= bestVectorWidth() && "this machine cannot run that width");
#ifdef MLGO_DENSE_AVX512
  if (Width == VectorWidth::AVX512)
    return runDenseAVX512;
#endif
#ifdef MLGO_DENSE_AVX2
  if (Width == VectorWidth::AVX2)
    return runDenseAVX2;
#endif
  return runDenseBaseline;
}
} // namespace mlgo
