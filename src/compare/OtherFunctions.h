// Functions beside those of another compiler
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/FunctionCallers.h"
#include "link/FunctionSizes.h"
#include <vector>

namespace mlgo {
/// Bytes of a function in three builds; 0: it is in none of its own.
struct OtherFunction {
  std::string Name;
  uint64_t Stock = 0, Variant = 0, Other = 0;
  /// Functions that count as it, since it alone calls them and one of the
  /// compilers has inlined them.
  std::vector<std::string> With;
};

/// Functions that one compiler has and the other has not, because it merges
/// them or inlines them in several places.
struct LoneFunctions {
  size_t Count = 0;
  uint64_t Bytes = 0;
  std::vector<OtherFunction> Largest; ///< Three at most.
};

/// Where another compiler's program is smaller than the variant's.
struct OtherFunctions {
  std::string Package, Program;
  /// Of those in both the five that differ most, the largest difference first.
  std::vector<OtherFunction> Larger;
  LoneFunctions OnlyVariant, OnlyOther;
};

/// The functions of one build.
struct BuildFunctions {
  FunctionSizes Sizes;
  FunctionCallers Callers; ///< Stock's are not asked for.
};

/// Compares functions of one program. Parts and copies that compilers make of a
/// function (f.cold, f.constprop.0) count as it, and so does what is inlined
/// into it elsewhere.
OtherFunctions compareFunctions(const BuildFunctions &Stock,
                                const BuildFunctions &Variant,
                                const BuildFunctions &Other);
} // namespace mlgo
