// Names for what comparisons keep
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/PackageComparison.h"

namespace mlgo {
/// Twelve digits for everything that the stock build's bytes depend on: the
/// recipe and its files, the version of the sources in \p SourceTree, the
/// compiler's version, our own flags and a profile among them.
Result<std::string> makeStockKey(const Recipe &R,
                                 const ComparisonOptions &Options,
                                 const std::string &SourceTree);

/// The same for the profile of the workloads.
Result<std::string> makeProfileKey(const Recipe &R,
                                   const ComparisonOptions &Options,
                                   const std::string &SourceTree);

/// The same for the folder of a variant, which is made anew each time: names
/// count alone.
std::string makeVariantKey(const ComparisonOptions &Options);
} // namespace mlgo
