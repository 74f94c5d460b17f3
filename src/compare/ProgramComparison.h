// One program in two builds
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/PackageComparison.h"

namespace mlgo {
/// Folders of the builds of a package, and of its sources.
struct BuildFolders {
  std::string Stock, Variant, SourceTree;
  std::string Other; ///< By ComparisonOptions::Against; empty: there is none.
};

/// Runs \p Program of \p R in both builds, where it has to do the same, and
/// measures it as \p Options say. What is found is added to \p Found.
Status compareProgram(const Recipe &R, const ProgramRecipe &Program,
                      const BuildFolders &Builds,
                      const ComparisonOptions &Options,
                      PackageComparison &Found);
} // namespace mlgo
