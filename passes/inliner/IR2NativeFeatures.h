// What LLVM's native-size model sees
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace llvm {
class Function;
class TargetTransformInfo;
} // namespace llvm

namespace mlgo {
/// Nine numbers about the function; how often each opcode occurs, by its number
/// up to LLVM 21 (0 to 67, 0 never); and how often each of 137 pairs of
/// opcodes follow each other, across blocks too.
constexpr size_t IR2NativeFeatureCount = 9 + 68 + 137;

using IR2NativeFeatures = std::array<int32_t, IR2NativeFeatureCount>;

/// The inputs for \p F of the model that LLVM up to 21 estimated native sizes
/// with (InlineSizeEstimatorAnalysis; LLVM 22 has it no more). The first nine
/// are: code size by TTI's cost model; blocks; calls; whether the linkage is
/// local, linkonce_odr, either linkonce; outermost loops; 1 if there are loops;
/// the deepest level of the dominator tree. Calls of debug intrinsics count in
/// the first one only, as there.
IR2NativeFeatures extractIR2NativeFeatures(llvm::Function &F,
                                           llvm::TargetTransformInfo &TTI);
} // namespace mlgo
