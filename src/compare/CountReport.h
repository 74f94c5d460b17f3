// Counted workloads as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/ExecutionCounts.h"
#include "tensor/JSON.h"

namespace mlgo {
/// A line a program with what stock executes and the variant's changes, then
/// geometric means and the worst program for C, for C++ and for all; those of
/// builds by \p Against, if there are any, beside stock's, too. Empty
/// without programs.
std::string countTable(const std::vector<ProgramCounts> &Counts,
                       const std::string &Against = "");

/// The same numbers.
OrderedJSON countsAsJSON(const std::vector<ProgramCounts> &Counts);
} // namespace mlgo
