// Comparisons over targets and levels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix is a JSON file. A cell is one value of each list, and compares all
// packages:
//
//   {"role": "validation",                 or test, suite, training, or
//    "packages": ["lua5.4"],               instead of a role
//    "targets": ["x86-64", "aarch64"],
//    "levels": ["Oz", "Os"],
//    "unwind_tables": [true, false],       these three may be left out
//    "icf": ["none", "safe", "all"],
//    "outliner": [true]}

#pragma once

#include "compare/PackageComparison.h"

namespace mlgo {
struct ComparisonMatrix {
  std::string Role; ///< Of the packages; empty: they are named.
  std::vector<std::string> Packages;
  std::vector<BuildSettings> Cells; ///< The first list varies slowest.
};

/// Parses the file's text. Unknown keys and values are errors that name them.
Result<ComparisonMatrix> parseComparisonMatrix(std::string_view Text);

/// What was found in one cell.
struct MatrixCell {
  BuildSettings Settings;
  std::vector<PackageComparison> Packages; ///< Those that could be compared.
  std::vector<std::string> Failures;       ///< Why others could not.
};

/// Compares all \p Recipes in all \p Cells as \p Options say, whose Settings
/// are not looked at, on Options.Jobs cores. What an earlier run with the same
/// options has found is not done again; failures are. Builds are deleted when
/// they have been measured.
std::vector<MatrixCell> compareMatrix(const std::vector<BuildSettings> &Cells,
                                      const std::vector<Recipe> &Recipes,
                                      const ComparisonOptions &Options);
} // namespace mlgo
