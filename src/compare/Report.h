// Comparisons as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/Guard.h"
#include "compare/PackageComparison.h"
#include "tensor/JSON.h"

namespace mlgo {
/// What `mlgo compare` found.
struct ComparisonReport {
  std::string Compiler;  ///< Name and version.
  std::string Processor; ///< What this machine has; empty: unknown.
  std::vector<PackageComparison> Packages;
  /// Nothing was built: two files of the user's are compared.
  bool IsOfFiles = false;
  std::string Against; ///< The compiler that also built; empty: none.
  std::vector<SizeColumn> Columns;   ///< Shown beside the sizes.
  std::vector<SizeCheck> Checks;     ///< What a guard found.
  std::vector<std::string> Failures; ///< Messages of packages that failed.
};

/// Says in \p Report which clang and processor this machine has.
void nameHost(ComparisonReport &Report, unsigned LLVMMajor);

/// A line a program, then a summary for C, for C++ and for all. Decisions are
/// counted per package and stand at its first program. Counted and timed
/// workloads follow if there are any.
std::string toTable(const ComparisonReport &Report);

/// The same numbers.
std::string toJSON(const ComparisonReport &Report);

/// One program's sizes, and what \p Columns say.
OrderedJSON programAsJSON(const LinkedSizes &Program,
                          const std::vector<SizeColumn> &Columns);
} // namespace mlgo
