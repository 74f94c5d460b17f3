// Programs that were built already
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compare/ComparedBuild.h"

namespace mlgo {
/// Measures the linked program \p Before and \p After, which is called as the
/// latter; or all programs and shared libraries of two folders that have the
/// same place in both. \p Compress also measures them compressed.
Result<ComparedBuild> compareFiles(const std::string &Before,
                                   const std::string &After, unsigned LLVMMajor,
                                   bool Compress);
} // namespace mlgo
