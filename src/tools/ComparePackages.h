// Packages built twice
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tools/CompareGuard.h"

namespace mlgo {
/// Compares the packages that \p Options name and prints what it
/// finds, or ends the program with what failed or is larger than \p Guard
/// allows. Waits while another process compares packages in the same work
/// folder.
void comparePackages(const CompareOptions &Options, const CompareGuard &Guard,
                     const std::vector<SizeColumn> &Columns);
} // namespace mlgo
