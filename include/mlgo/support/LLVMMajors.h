// The versions of LLVM that are served
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To serve another one, add it here, then see to llvm/LLVMCompat.h and, for the
// register allocator, to passes/regalloc/GreedyState.cpp. CMake reads the list.

#pragma once

#include <vector>

namespace mlgo {
/// M(major, has the register allocator's advisors, clang knows the options of
/// what -fpass-plugin loads). The first is what all commands mean that are told
/// nothing else.
// clang-format off
#define MLGO_LLVM_MAJORS(M)                                                    \
  M(22, true, true)                                                            \
  M(19, false, false)
// clang-format on

/// One of them, by the arguments of M.
struct LLVMMajor {
  unsigned Number;
  bool HasAllocator;
  bool KnowsPluginOptions;
};

inline constexpr LLVMMajor LLVMMajors[] = {
#define MLGO_MAJOR(...) {__VA_ARGS__},
    MLGO_LLVM_MAJORS(MLGO_MAJOR)
#undef MLGO_MAJOR
};

inline constexpr unsigned DefaultLLVMMajor = LLVMMajors[0].Number;

/// Those that have the allocator's advisors, or all.
inline std::vector<unsigned> listLLVMMajors(bool WithAllocator = false) {
  std::vector<unsigned> Numbers;
  for (const LLVMMajor &M : LLVMMajors)
    if (M.HasAllocator || !WithAllocator)
      Numbers.push_back(M.Number);
  return Numbers;
}

constexpr bool isServedLLVMMajor(unsigned Number) {
  for (const LLVMMajor &M : LLVMMajors)
    if (M.Number == Number)
      return true;
  return false;
}

/// False for those that have to be told by -fplugin, too.
constexpr bool knowsPluginOptions(unsigned Number) {
  for (const LLVMMajor &M : LLVMMajors)
    if (M.Number == Number)
      return M.KnowsPluginOptions;
  return Number > DefaultLLVMMajor;
}
} // namespace mlgo
