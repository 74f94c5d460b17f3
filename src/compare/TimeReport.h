// Timed workloads as table and JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/PackageComparison.h"
#include "tensor/JSON.h"

namespace mlgo {
/// A line a program with medians and intervals, then a summary for C, for C++
/// and for all: the geometric mean of medians, and how many programs are slower
/// or faster by all of their interval. Empty without programs.
std::string timeTable(const std::vector<ProgramTimes> &Times);

/// The same numbers.
OrderedJSON timesAsJSON(const std::vector<ProgramTimes> &Times);
} // namespace mlgo
