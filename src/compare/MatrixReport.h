// A matrix of comparisons as table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/Matrix.h"

namespace mlgo {
/// A Markdown table with a line a cell: geometric means of C and of C++, the
/// worst program of each, and for each of \p Columns the means. What was left
/// out of cells follows, with the reasons.
std::string toMarkdown(const std::vector<MatrixCell> &Cells,
                       const std::vector<SizeColumn> &Columns);

/// The same numbers, and those of all programs.
std::string toJSON(const std::vector<MatrixCell> &Cells,
                   const std::vector<SizeColumn> &Columns);
} // namespace mlgo
